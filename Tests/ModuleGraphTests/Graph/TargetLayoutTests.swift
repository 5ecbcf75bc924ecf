import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct TargetLayoutTests {
  private func layout(
    _ target: TargetDescription, in paths: [String], others: [TargetDescription] = [],
    tools: ToolsVersion = ToolsVersion(6, 0)
  ) throws -> TargetLayout {
    let manifest = PackageManifest(name: "P", toolsVersion: tools, targets: [target] + others)
    let graph = try GraphBuilder(
      packages: [EvaluatedPackage(folder: "P", outcome: .known(manifest))], tree: MemoryTree(paths: paths),
      workspaceName: "w"
    ).build().graph
    let index = try #require(graph.index(of: ModuleID(package: "P", name: target.name)))
    return graph.modules[index].layout
  }

  @Test(arguments: [
    ("P/Sources/A/a.swift", "P/Sources/A"), ("P/Source/A/a.swift", "P/Source/A"),
    ("P/src/A/a.swift", "P/src/A"),
    ("P/srcs/A/a.swift", "P/srcs/A"), ("P/Sources/a.swift", "P/Sources"),
  ])
  func aLibraryIsFoundInTheFolderThatExists(file: String, folder: String) throws {
    #expect(try layout(TargetDescription(name: "A"), in: [file]).folder == RelativePath(folder))
  }

  @Test func testsFallBackToSources() throws {
    let tests = TargetDescription(name: "ATests", kind: .test)
    #expect(try layout(tests, in: ["P/Tests/ATests/t.swift"]).folder == "P/Tests/ATests")
    #expect(try layout(tests, in: ["P/Sources/ATests/t.swift"]).folder == "P/Sources/ATests")
  }

  @Test func onlyALoneTargetFillsThePredefinedFolder() throws {
    let other = TargetDescription(name: "B")
    #expect(
      try layout(TargetDescription(name: "A"), in: ["P/Sources/a.swift"], others: [other]).folder
        == "P/Sources/A")
    let old = ToolsVersion(5, 8)
    #expect(
      try layout(TargetDescription(name: "A"), in: ["P/Sources/a.swift"], tools: old).folder == "P/Sources/A")
  }

  @Test func pathSourcesExcludesAndResourcesDecideWhatIsOwned() throws {
    let target = TargetDescription(
      name: "A", path: "Code", sources: ["a", "b.swift"], exclude: ["a/skip"],
      resources: [ResourceDescription(rule: "process", path: "Assets")])
    let layout = try layout(target, in: [])
    let owned = ["Code/a/x.swift", "Code/b.swift", "Code/Assets/i.png", "Code/include/h.h"]
    let others = ["Code/a/skip/y.swift", "Code/c.swift", "Other/a.swift", "Codex/a.swift"]
    for path in owned { #expect(layout.owns(RelativePath("P/" + path)), "\(path)") }
    for path in others { #expect(!layout.owns(RelativePath("P/" + path)), "\(path)") }
  }

  /// A manifest that names a catalog among its sources, and one of an older form, have it compiled.
  @Test func swiftSourcesInACatalogOfDocumentationAreNone() throws {
    let page: RelativePath = "P/Sources/A/A.docc/Resources/a.swift"
    let plain = TargetDescription(name: "A")
    let naming = TargetDescription(name: "A", sources: ["A.docc"])
    #expect(try !layout(plain, in: ["P/Sources/A/a.swift"]).compiles(page))
    #expect(try layout(plain, in: [], tools: ToolsVersion(5, 2)).compiles(page))
    #expect(try layout(naming, in: ["P/Sources/A/a.swift"]).compiles(page))
  }

  @Test func settingsThatReachOutMakeInputs() throws {
    let target = TargetDescription(
      name: "C",
      settings: [
        BuildSetting(tool: "c", name: "headerSearchPath", values: ["../Shared"]),
        BuildSetting(tool: "c", name: "headerSearchPath", values: ["inner"]),
        BuildSetting(
          tool: "c", name: "unsafeFlags", values: ["-I../Headers", "-fmodule-map-file=Maps/m.map", "-O2"]),
        BuildSetting(tool: "c", name: "unsafeFlags", values: ["-I", "/usr/include", "-Inowhere"]),
        BuildSetting(tool: "c", name: "define", values: [#"H="../Hidden/h.h""#, "FAST", "N=1/2"]),
      ])
    let paths = ["P/Sources/C/c.c", "Headers/h.h", "P/Maps/m.map"]
    #expect(
      try layout(target, in: paths).inputs == [
        "Headers", "P/Maps/m.map", "P/Sources/Hidden/h.h", "P/Sources/Shared", "P/nowhere",
      ])
  }
}
