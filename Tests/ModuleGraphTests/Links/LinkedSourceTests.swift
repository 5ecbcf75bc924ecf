import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct LinkedSourceTests {
  private func layouts(_ targets: [TargetDescription], _ tree: MemoryTree) throws -> [String: TargetLayout] {
    let graph = try GraphFromFiles.graph(
      ["P": PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0), targets: targets)], tree)
    return Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id.name, $0.layout) })
  }

  private static let files = ["P/Package.swift", "Shared/A/a.swift", "Shared/one.swift"]

  @Test func whatALinkLeadsToIsReadByItsTarget() throws {
    let layouts = try layouts(
      [TargetDescription(name: "A"), TargetDescription(name: "B", exclude: ["Skip"])],
      MemoryTree(
        paths: Self.files + ["P/Sources/A/x.swift", "P/Sources/B/y.swift"],
        links: [
          "P/Sources/A/Common": "../../../Shared/A", "P/Sources/B/one.swift": "../../../Shared/one.swift",
          "P/Sources/B/Skip/link": "../../../../Shared/A",
        ]))
    #expect(layouts["A"]?.inputs == ["Shared/A"])
    #expect(layouts["B"]?.inputs == ["Shared/one.swift"])
    #expect(layouts["A"]?.owns("P/Sources/A/Common") == true)
  }

  @Test(arguments: [
    ["P/Sources/A": "../../Shared/A"], ["P/Sources": "../Linked"],
  ])
  func aTargetFolderMayBeALink(links: [String: String]) throws {
    let layouts = try layouts(
      [TargetDescription(name: "A"), TargetDescription(name: "B")],
      MemoryTree(paths: Self.files + ["Linked/A/a.swift", "Linked/B/b.swift"], links: links))
    let layout = try #require(layouts["A"])
    #expect(layout.folder == "P/Sources/A")
    #expect(
      layout.reads(links.count == 1 && links["P/Sources"] != nil ? "Linked/A/a.swift" : "Shared/A/a.swift"))
  }

  @Test func importsBehindLinksCount() throws {
    let manifests: [RelativePath: PackageManifest] = [
      "P": PackageManifest(
        name: "P", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "A")]),
      "Q": PackageManifest(
        name: "Q", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Q")]),
    ]
    let graph = try GraphFromFiles.graph(
      manifests,
      MemoryTree(
        [
          "P/Package.swift": "", "Q/Package.swift": "", "Shared/s.swift": "import Q",
          "P/Sources/A/a.swift": "", "Q/Sources/Q/q.swift": "",
        ], links: ["P/Sources/A/s": "../../../Shared"]))
    #expect(graph.modules[0].edges == [ModuleEdge(target: 1, kind: .undeclaredImport)])
  }

  @Test func aPathDependencyMayLeadThroughALink() throws {
    let app = PackageManifest(
      name: "App", toolsVersion: ToolsVersion(6, 0),
      dependencies: [PackageDependency(source: .path("../Vendor/Lib"))],
      targets: [TargetDescription(name: "App", dependencies: [.init(.product("Lib", package: "Lib"))])])
    let lib = PackageManifest(
      name: "Lib", toolsVersion: ToolsVersion(6, 0),
      products: [ProductDescription(name: "Lib", kind: .library(.automatic), targets: ["Lib"])],
      targets: [TargetDescription(name: "Lib")])
    let graph = try GraphFromFiles.graph(
      ["App": app, "Deep/LibSource": lib],
      MemoryTree(
        paths: ["App/Package.swift", "Deep/LibSource/Package.swift"],
        links: ["Vendor": "Elsewhere", "Elsewhere/Lib": "../Deep/LibSource"]))
    #expect(graph.modules[0].edges.map(\.target) == [1])
  }

  @Test func aManifestMayBeALink() throws {
    let layouts = try layouts(
      [TargetDescription(name: "A")],
      MemoryTree(paths: ["Shared/Manifest.swift"], links: ["P/Package.swift": "../Shared/Manifest.swift"]))
    #expect(layouts["A"]?.inputs == ["Shared/Manifest.swift"])
  }
}
