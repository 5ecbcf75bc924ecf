import Base
import Graph
import TestSupport
import Testing

@testable import SwiftSources

/// Files of other modules that tests name by a path, and data in a target that is the whole package.
struct NamedPathPlaceTests {
  private static let manifests: [RelativePath: PackageManifest] = [
    "A": PackageManifest(
      name: "A", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "A"), TargetDescription(name: "Lib"), TargetDescription(name: "TestHelp"),
        TargetDescription(name: "Tool", kind: .executable),
        TargetDescription(name: "Gen", kind: .plugin, dependencies: [.init(.target("Tool"))]),
        TargetDescription(name: "ATests", kind: .test, exclude: ["__Snapshots__"]),
        TargetDescription(name: "DocTests", kind: .test), TargetDescription(name: "RuleTests", kind: .test),
      ]),
    "B": PackageManifest(
      name: "B", toolsVersion: ToolsVersion(6, 0),
      targets: [TargetDescription(name: "B"), TargetDescription(name: "BTests", kind: .test)]),
    "W": PackageManifest(
      name: "W", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "W", path: ".", exclude: ["Tests"]),
        TargetDescription(name: "WTests", kind: .test, path: "Tests"),
      ]),
  ]

  private static let files = [
    "A/Package.swift": "", "B/Package.swift": "", "W/Package.swift": "",
    "A/Sources/A/a.swift": #"let other = "../B/Sources/B/b.swift""#, "A/Sources/Lib/l.swift": "",
    "A/Sources/Tool/t.swift": #"let schema = "B/Sources/B/schema.json""#, "A/Plugins/Gen/p.swift": "",
    "A/Sources/TestHelp/h.swift": #"let shared = "B/Fixtures/shared.json""#,
    "A/Tests/ATests/t.swift": #"let own = "Package.swift", pins = "../../Package.resolved""#,
    "A/Tests/DocTests/t.swift": #"let pages = "docs", ending = ".md""#,
    "A/Tests/RuleTests/t.swift": #"let a = #filePath, b = "Sources", c = all.enumerator(at: b)"#,
    "B/Sources/B/b.swift": "",
    "B/Tests/BTests/t.swift": """
    let a = "../../../A/Tests/ATests/__Snapshots__/x.json", b = "A/Sources/Lib/x.json", c = "A/Package.swift"
    let d = root.appendingPathComponent("A").appendingPathComponent("Docs"), e = "../../../shared.yml"
    """,
    "W/w.swift": "", "W/Tests/t.swift": "",
  ]

  @Test(arguments: [
    ("A/Tests/ATests/__Snapshots__/x.json", PathClass.source, ["ATests", "BTests"]),
    ("A/Tests/ATests/__Snapshots__/y.json", .source, ["ATests"]),
    ("A/Sources/Lib/x.json", .source, ["BTests", "Lib", "RuleTests"]),
    ("A/Sources/Lib/y.json", .source, ["Lib", "RuleTests"]),
    // A library's literals are no paths, and a test that lists sources lists those of its package.
    ("B/Sources/B/b.swift", .source, ["B"]),
    ("A/Package.swift", .manifest, ["ATests", "BTests"]), ("A/Package.resolved", .lockfile, ["ATests"]),
    ("B/Package.swift", .manifest, []),
    ("A/docs/deep/Guide.md", .source, ["BTests", "DocTests"]), ("docs/Guide.md", .source, ["DocTests"]),
    ("B/docs/Guide.md", .harmless, []), ("A/Guide.md", .harmless, []),
    ("A/docs/data.json", .unowned, ["BTests"]),
    ("B/Fixtures/shared.json", .unowned, ["TestHelp"]),
    ("B/Sources/B/schema.json", .source, ["B", "Tool"]),
    // By a single name, files in the folder of the package and above.
    ("B/shared.yml", .unowned, ["BTests"]), ("A/shared.yml", .unowned, []),
  ])
  func `a test counts for files that it names by a path`(
    path: String, expected: PathClass, modules: [String]
  ) throws {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    let map = ModuleMap(graph: graph, rules: PathRules(harmless: .table))
    let placement = map.place(RelativePath(path))
    #expect(placement.pathClass == expected)
    #expect(placement.modules.map { graph.modules[$0.module].id.name }.sorted() == modules)
  }

  @Test func `a file that somebody ignores stays ignored`() throws {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    let map = ModuleMap(graph: graph, rules: PathRules(ignored: ["A/docs/**"], harmless: .table))
    #expect(map.place("A/docs/Guide.md").modules.isEmpty)
  }

  @Test(arguments: [("W/data.json", true), ("W/Deep/data.json", true), ("W/w.swift", false)])
  func `data in a target that is the whole package counts for the package`(
    path: String, isWide: Bool
  ) throws {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    let placement = ModuleMap(graph: graph, rules: PathRules(harmless: .table)).place(RelativePath(path))
    #expect(placement.pathClass == .source)
    #expect(placement.modules.map { graph.modules[$0.module].id.name } == ["W"])
    #expect((placement.scope != .nothing) == isWide)
  }
}
