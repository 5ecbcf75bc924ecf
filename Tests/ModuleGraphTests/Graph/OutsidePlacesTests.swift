import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// Modules that read files outside of the repository `/shop`.
@Suite struct OutsidePlacesTests {
  private static func package(
    _ name: String, on dependencies: [PackageDependency.Source] = [], _ targets: [TargetDescription]
  ) -> PackageManifest {
    PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 0),
      products: [ProductDescription(name: name, kind: .library(.automatic), targets: [name])],
      dependencies: dependencies.map { PackageDependency(source: $0) }, targets: targets)
  }

  private static func target(_ name: String, _ products: String...) -> TargetDescription {
    TargetDescription(name: name, dependencies: products.map { .init(.product($0, package: $0)) })
  }

  private func load(
    _ manifests: [RelativePath: PackageManifest], links: [String: String] = [:]
  ) throws -> WorkspaceLoader.Loaded {
    let paths = manifests.flatMap { folder, manifest in
      ["\(folder)/Package.swift"]
        + manifest.targets.map { "\(folder)/Sources/\($0.name)/a.swift" }.filter { path in
          !links.keys.contains { path.hasPrefix($0) }
        }
    }
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    return try GraphFromFiles.loader(manifests).load(
      head: .init(tree: MemoryTree(paths: paths, links: links), commit: nil), base: nil,
      memory: GraphMemory(cacheFolder: nil, surroundings: []), imports: &imports)
  }

  private func places(_ graph: WorkspaceGraph) -> [String: String] {
    graph.modules.reduce(into: [:]) { found, module in
      found[module.id.name] = module.placeOutside.map { "\($0)" }
    }
  }

  @Test(arguments: [
    ("../../Kit", "../Kit"), ("/elsewhere/Kit", "../elsewhere/Kit"), ("~/Kit", "~/Kit"),
    ("../Linked/Kit", "../elsewhere/Kit"), ("../Relative/Kit", "../other/Kit"),
  ])
  func everyModuleOfAPackageThatNamesOneOutsideReadsIt(path: String, place: String) throws {
    let loaded = try load(
      [
        "App": Self.package("App", on: [.path(path)], [Self.target("App", "Kit"), Self.target("Plain")]),
        "Top": Self.package("Top", on: [.path("../App")], [Self.target("Top", "App")]),
      ], links: ["Linked/Kit": "/elsewhere/Kit", "Relative": "../other"])
    // Dependents are found by their edges.
    #expect(places(loaded.head) == ["App": place, "Plain": place])
    #expect(loaded.warnings.map(\.code) == ["outside-repository"])
    #expect(
      loaded.warnings[0].message.hasPrefix(
        "App/Package.swift depends on \"\(path)\", which lies outside of the repository: "))
    #expect(WorkspaceGraph(decoding: loaded.head.encoded[...]) == loaded.head)
  }

  @Test(
    arguments: [
      (["App/Sources/App/b.swift": "/elsewhere/b.swift"], "../elsewhere/b.swift"),
      (["App/Sources/App/Deep": "../../../../other"], "../other"),
      (["App/Sources/App": "/elsewhere"], "../elsewhere"),
      (["App/Sources/App/b.swift": "/shop/b.swift"], nil), (["App/README.md": "/elsewhere/README.md"], nil),
    ] as [([String: String], String?)])
  func aLinkOfATargetMayLeadOut(links: [String: String], place: String?) throws {
    let loaded = try load(
      ["App": Self.package("App", [Self.target("App"), Self.target("Plain")])], links: links)
    #expect(places(loaded.head) == (place.map { ["App": $0] } ?? [:]))
    #expect(
      loaded.warnings.map(\.message).filter { $0.hasPrefix("//App:App reads \"\(place ?? "")") }.count
        == (place == nil ? 0 : 1))
  }

  @Test func anArtifactMayLieOutside() throws {
    var blob = TargetDescription(name: "Blob", kind: .binary)
    blob.path = "../../elsewhere/Blob.artifactbundle"
    let loaded = try load(["App": Self.package("App", [Self.target("App"), blob])])
    #expect(places(loaded.head) == ["Blob": "../elsewhere/Blob.artifactbundle"])
  }

  /// SwiftPM builds the package at the path in the place of a remote one.
  @Test func usersOfARemotePackageOfThatIdentityCount() throws {
    let remote = PackageDependency.Source.sourceControl(
      location: "https://example.com/x/Kit.git", requirement: .exact("1.0.0"))
    let loaded = try load([
      "App": Self.package("App", on: [.path("../../Kit")], [Self.target("App", "Kit")]),
      "Top": Self.package("Top", on: [remote], [Self.target("Top", "Kit"), Self.target("Plain")]),
    ])
    #expect(places(loaded.head) == ["App": "../Kit", "Top": "../Kit"])
  }
}
