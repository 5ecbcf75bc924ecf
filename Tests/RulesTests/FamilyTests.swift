import Base
import TestSupport
import Testing

@testable import Graph

@Suite("which modules of a package belong together")
struct FamilyTests {
  private func joins(_ folder: RelativePath, _ names: [String], _ left: String, _ right: String) throws
    -> Bool
  {
    let names = names.sorted()
    let modules = names.map { name in
      ModuleNode(
        id: ModuleID(package: folder, name: name), kind: name.hasSuffix("Tests") ? .test : .library,
        package: 0,
        layout: TargetLayout(folder: nil), edges: [], externalPackages: [])
    }
    let package = PackageNode(
      folder: folder, identity: "p", manifest: nil, problem: nil, modules: 0..<ModuleIndex(modules.count))
    let family = Family(WorkspaceGraph(packages: [package], modules: modules))
    let places = try [left, right].map { ModuleIndex(try #require(names.firstIndex(of: $0))) }
    return family.joins(places[0], places[1])
  }

  private static let app = [
    "CartFeature", "CartFeatureTests", "CCartFeature", "Cart", "Carton", "FeedFeature",
  ]

  @Test(
    "in a package that holds many things, names tell",
    arguments: [
      ("CartFeature", "CartFeatureTests", true), ("CartFeature", "CCartFeature", true),
      ("Cart", "CartFeatureTests", true), ("Cart", "Carton", false), ("CartFeature", "FeedFeature", false),
      ("FeedFeature", "CartFeatureTests", false),
    ])
  func names(_ left: String, _ right: String, _ expected: Bool) throws {
    for folder: RelativePath in [.root, "Modules", "App"] {
      #expect(try joins(folder, Self.app, left, right) == expected)
      #expect(try joins(folder, Self.app, right, left) == expected)
    }
  }

  @Test("a package that is named for a feature is one thing")
  func package() throws {
    #expect(try joins("Features/Pay", ["PayUI", "PayModel"], "PayUI", "PayModel"))
    #expect(try joins("Features/Pay", ["PayUI", "Helper"], "PayUI", "Helper"))
    #expect(try !joins("App", ["AppFeature", "CartFeature", "FeedFeature"], "AppFeature", "CartFeature"))
  }

  @Test("tests that are named for nothing are for the whole package")
  func tests() throws {
    #expect(
      try joins(.root, ["CartFeature", "FeedFeature", "IntegrationTests"], "IntegrationTests", "FeedFeature"))
  }
}
