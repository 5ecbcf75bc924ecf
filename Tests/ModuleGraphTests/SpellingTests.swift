import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// Paths as manifests give them, on file systems that take several names for the same.
@Suite struct SpellingTests {
  private static let tree = MemoryTree([
    "Packages/Core/Package.swift": "", "Packages/Core/Sources/Core/Core.swift": "",
    "Packages/Caf\u{e9}/Package.swift": "", "Packages/Caf\u{e9}/sources/Caf\u{e9}/A.swift": "",
  ])
  private static let caseless = NameMatching(ignoresCase: true, ignoresComposition: true)

  @Test(arguments: [
    ("packages/core", "Packages/Core"), ("Packages/Core/sources/CORE", "Packages/Core/Sources/Core"),
    ("Packages/Cafe\u{301}", "Packages/Caf\u{e9}"),
    ("packages/CAFE\u{301}/Sources", "Packages/Caf\u{e9}/sources"),
    // The rest of a way that leads nowhere is as it was given.
    ("packages/core/Nowhere/x", "Packages/Core/Nowhere/x"), ("nowhere/Core", "nowhere/Core"), ("", ""),
    ("../elsewhere", "../elsewhere"),
  ])
  func aPathIsCalledAsTheTreeCallsIt(given: String, real: String) {
    let spelling = Spelling(tree: Self.tree, names: Self.caseless)
    #expect(Array(spelling.of(RelativePath(given)).bytes) == Array(RelativePath(real).bytes))
  }

  @Test func whatIsThereIsLeftAlone() {
    let tree = MemoryTree(["a/x": "", "A/x": ""])
    let spelling = Spelling(tree: tree, names: Self.caseless)
    #expect(spelling.of("A/x") == "A/x" && spelling.of("a/x") == "a/x")
  }

  @Test func linksAreFollowedByWhateverName() throws {
    let links = LinkMap(
      ["Link": Array("packages/core".utf8)], spelling: Spelling(tree: Self.tree, names: Self.caseless))
    #expect(links.resolve("Link/sources")?.path == "Packages/Core/Sources")
    #expect(
      LinkMap(["Link": Array("packages/core".utf8)]).resolve("Link/sources")?.path == "packages/core/sources")
  }

  /// As SwiftPM on a Mac builds it, whose file system finds all of these.
  @Test func aManifestMaySpellAsItLikes() throws {
    let manifests: [RelativePath: PackageManifest] = [
      "Packages/Core": PackageManifest(
        name: "Core", toolsVersion: ToolsVersion(6, 0),
        targets: [TargetDescription(name: "CORE"), TargetDescription(name: "More", path: "more")]),
      "App": PackageManifest(
        name: "App", toolsVersion: ToolsVersion(6, 0),
        dependencies: [PackageDependency(source: .path("../packages/core"))],
        targets: [TargetDescription(name: "App")]),
    ]
    let tree = MemoryTree([
      "Packages/Core/Package.swift": "", "Packages/Core/sources/Core/a.swift": "",
      "Packages/Core/More/b.swift": "", "App/Package.swift": "", "App/Sources/App/main.swift": "",
    ])
    let graph = try GraphFromFiles.graph(manifests, tree, names: Self.caseless)
    let folders = graph.modules.map { $0.layout.folder?.description }
    #expect(folders == ["App/Sources/App", "Packages/Core/sources/Core", "Packages/Core/More"])
    let app = try #require(graph.package(at: "App"))
    #expect(
      graph.packages[app].dependencies.map(\.target) == [
        .package(try #require(graph.package(at: "Packages/Core")))
      ])
    // Where case counts these are nowhere, and SwiftPM says so.
    let exact = try GraphFromFiles.graph(manifests, tree)
    #expect(exact.modules.map { $0.layout.folder?.description } != folders)
  }

  @Test func whatComesIntoBeingUnderAnotherNameIsSeen() {
    let probes = TreeProbes(["sources/Core": nil, "Tests": .folder])
    #expect(!probes.mayFind("Sources/core/x.swift"))
    #expect(probes.answering(Self.caseless).mayFind("Sources/core/x.swift"))
    #expect(!probes.answering(Self.caseless).mayFind("Sources/Other/x.swift"))
  }
}
