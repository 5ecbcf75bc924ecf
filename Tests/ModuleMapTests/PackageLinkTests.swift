import Base
import Graph
import TestSupport
import Testing

@testable import SwiftSources

@Suite struct PackageLinkTests {
  private func map(_ rules: PathRules) throws -> (ModuleMap, WorkspaceGraph) {
    func package(_ name: String, exclude: [String] = []) -> PackageManifest {
      PackageManifest(
        name: name, toolsVersion: ToolsVersion(6, 0),
        targets: [
          TargetDescription(name: name),
          TargetDescription(name: "\(name)Tests", kind: .test, exclude: exclude),
        ])
    }
    let graph = try GraphFromFiles.graph(
      ["X": package("X"), "Y": package("Y", exclude: ["Fix"])],
      MemoryTree(
        paths: [
          "X/Package.swift", "Y/Package.swift", "X/Fixtures/a.json", "Shared/deep/b.json", "README.md",
        ],
        links: [
          "Y/Tests/YTests/Fix": "../../../X/Fixtures", "Y/Shared": "../Shared",
          "Shared/deep/x": "../../X/Sources",
          "Y/README.md": "../README.md",
        ]))
    return (ModuleMap(graph: graph, rules: rules), graph)
  }

  @Test(arguments: [
    ("X/Fixtures/a.json", ["Y", "YTests"]), ("X/Fixtures", ["Y", "YTests"]),
    ("Shared/deep/b.json", ["Y", "YTests"]), ("X/Sources/X/x.swift", ["X", "Y", "YTests"]),
    ("X/other.json", []), ("README.md", []), ("X/Fixtures/README.md", []),
  ])
  func whatLiesBehindAPackagesLinkIsThePackages(path: String, expected: [String]) throws {
    let (map, graph) = try map(PathRules(harmless: .table))
    #expect(map.place(RelativePath(path)).modules.map { graph.modules[$0.module].id.name } == expected)
  }

  @Test func whereFilesOfNoTargetCountForNothingSoDoLinks() throws {
    let (map, _) = try map(PathRules(unowned: .ignore))
    #expect(map.place("X/Fixtures/a.json").modules.isEmpty)
  }
}
