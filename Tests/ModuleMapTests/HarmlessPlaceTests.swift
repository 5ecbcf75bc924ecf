import Base
import Graph
import TestSupport
import Testing

@testable import SwiftSources

/// Rules that overrule a harmless name, and owners of files that a manifest leaves out of a test target.
struct HarmlessPlaceTests {
  private static let manifests: [RelativePath: PackageManifest] = [
    "P": PackageManifest(
      name: "P", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "Lib", exclude: ["Left"], resources: [.init(rule: "copy", path: "Help.md")]),
        TargetDescription(name: "Notes", exclude: ["CMakeLists.txt"]),
        TargetDescription(name: "Tool", kind: .plugin),
        TargetDescription(name: "LibTests", kind: .test, exclude: ["__Snapshots__"]),
        TargetDescription(name: "MoreTests", kind: .test), TargetDescription(name: "PlainTests", kind: .test),
        TargetDescription(name: "Flat", path: "Flat", sources: ["a.swift"]),
        TargetDescription(name: "FlatTests", kind: .test, path: "Flat", sources: ["t.swift"]),
        TargetDescription(name: "WideTests", kind: .test, path: "Wide", exclude: ["Inner", "Data"]),
        TargetDescription(name: "InnerTests", kind: .test, path: "Wide/Inner"),
      ]),
    "Q": PackageManifest(
      name: "Q", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Q")]),
  ]

  private static let files = [
    "P/Package.swift": "", "Q/Package.swift": "", "P/Sources/Lib/l.swift": "",
    "P/Sources/Notes/n.swift": #"let notes = "NOTICE""#,
    "P/Plugins/Tool/p.swift": #"let page = "Guide.docc""#,
    "P/Tests/LibTests/t.swift": "",
    "P/Tests/MoreTests/t.swift": #"let a = "../LibTests/__Snapshots__/a.png""#,
    "P/Tests/PlainTests/t.swift": #"let page = "\(name).adoc""#, "P/Flat/a.swift": "", "P/Flat/t.swift": "",
    "P/Wide/w.swift": "", "P/Wide/Inner/i.swift": "",
    "Q/Sources/Q/q.swift": #"let a = "__Snapshots__", b = "changelog.md", c = ".tool-versions""#,
  ]

  private func place(_ path: String, _ harmless: HarmlessFiles = .table, ignored: [PathPattern] = []) throws
    -> (placement: Placement, names: [String])
  {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    let rules = PathRules(ignored: ignored, harmless: harmless)
    let placement = ModuleMap(graph: graph, rules: rules).place(RelativePath(path))
    return (placement, placement.modules.map { graph.modules[$0.module].id.name })
  }

  @Test(arguments: [
    ("P/README.md", PathClass.harmless, []), ("README.md", .harmless, []),
    ("P/Tests/README.md", .harmless, []),
    ("P/Sources/Lib/README.md", .harmless, []), ("P/Sources/Notes/CMakeLists.txt", .harmless, []),
    ("P/Sources/Lib/Left/x.md", .harmless, []),
    // A literal names it, also in another package.
    ("P/NOTICE", .source, ["Notes"]), ("P/notice", .source, ["Notes"]), ("NOTICE", .source, ["Notes"]),
    ("P/CHANGELOG.md", .source, ["Q"]), ("P/Pages/x.adoc", .source, ["PlainTests"]),
    ("P/Sources/Lib/Guide.docc/a.md", .source, ["Tool"]), ("P/Sources/Lib/Other.docc/a.md", .harmless, []),
    // Below a test target, a resource, what is compiled.
    ("P/Tests/LibTests/README.md", .source, ["LibTests"]), ("P/Sources/Lib/Help.md", .source, ["Lib"]),
    ("P/Sources/Lib/A.playground/a.swift", .source, ["Lib"]),
  ])
  func `a harmless name counts unless something overrules it`(
    path: String, expected: PathClass, modules: [String]
  ) throws {
    let (placement, names) = try place(path)
    #expect(placement.pathClass == expected)
    #expect(names == modules)
    #expect(placement.scope == .nothing)
  }

  /// As what a plugin, tool or macro was seen to read.
  @Test func `what a module was seen to read is its input, whatever its name`() throws {
    var graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    let notes = try #require(graph.modules.indices.first { graph.modules[$0].id.name == "Notes" })
    graph.modules[notes].layout.add(inputs: ["P/README.md"])
    let map = ModuleMap(graph: graph, rules: PathRules(harmless: .table))
    #expect(map.place("P/README.md").modules.map(\.module) == [notes])
    #expect(map.place("P/README.md").pathClass == .source)
    #expect(map.place("P/NOTES.md").pathClass == .harmless)
  }

  /// The layout of SwiftLint: the plugin is remote, and its settings lie at the repository's root.
  @Test(arguments: [
    (".swiftlint.yml", HarmlessFiles.table, ["Linted"]), ("Apps/.SwiftFormat", .table, ["Linted"]),
    ("Apps/Shop/.swift-format", .table, ["Linted"]),
    ("Apps/Shop/Sources/Linted/.swiftlint.yml", .table, ["Linted"]),
    (".swiftlint.yml", .own(["*.yml"]), ["Linted"]),
    ("Apps/Other/.swiftlint.yml", .table, []), ("Core/.swiftlint.yml", .table, []), (".spi.yml", .table, []),
    ("README.md", .table, []),
  ])
  func `a plugin looks upwards for settings of linters`(
    path: String, harmless: HarmlessFiles, expected: [String]
  ) throws {
    let manifests: [RelativePath: PackageManifest] = [
      "Apps/Shop": PackageManifest(
        name: "Shop", toolsVersion: ToolsVersion(6, 0),
        targets: [
          TargetDescription(name: "Linted", pluginUsages: [PluginUsage(name: "Lint", package: "lint")]),
          TargetDescription(name: "Plain"),
        ]),
      "Core": PackageManifest(
        name: "Core", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Core")]),
    ]
    let tree = MemoryTree(paths: [
      "Apps/Shop/Package.swift", "Apps/Shop/Sources/Linted/l.swift", "Apps/Shop/Sources/Plain/p.swift",
      "Core/Package.swift", "Core/Sources/Core/c.swift",
    ])
    let graph = try GraphFromFiles.graph(manifests, tree)
    let placement = ModuleMap(graph: graph, rules: PathRules(harmless: harmless)).place(RelativePath(path))
    #expect(placement.modules.map { graph.modules[$0.module].id.name } == expected)
    #expect(placement.pathClass == (expected.isEmpty ? .harmless : .source))
    #expect(placement.scope == .nothing)
    let ignored = PathRules(ignored: [".swiftlint.yml"], harmless: harmless)
    #expect(ModuleMap(graph: graph, rules: ignored).place(".swiftlint.yml").pathClass == .ignored)
  }

  @Test func `without the names a file counts for its package`() throws {
    #expect(try place("P/README.md", .own([])).placement.pathClass == .unowned)
    #expect(try place("P/NOTICE", .own(["*.sketch"])).placement.pathClass == .unowned)
    #expect(try place("P/a.sketch", .own(["*.sketch"])).placement.pathClass == .harmless)
  }

  @Test func `what somebody ignores is ignored, whatever names it`() throws {
    let (placement, names) = try place("P/NOTICE", ignored: ["NOTICE"])
    #expect(placement.pathClass == .ignored)
    #expect(names.isEmpty)
  }

  @Test(arguments: [
    ("P/Tests/LibTests/__Snapshots__/a.png", ["LibTests", "MoreTests"]),
    ("P/Tests/LibTests/__Snapshots__/a.adoc", ["LibTests", "MoreTests", "PlainTests"]),
  ])
  func `what is left out of a test target is that target's, and theirs who name it`(
    path: String, expected: [String]
  ) throws {
    let (placement, names) = try place(path)
    #expect(placement.pathClass == .source)
    #expect(names == expected)
    #expect(placement.modules.allSatisfy { $0.role == .input })
    #expect(placement.scope == .nothing)
  }

  /// A library's tests may read it, and so may a target whose folder lies beside it.
  @Test(arguments: ["P/Sources/Lib/Left/a.json", "P/Flat/data.json", "P/Wide/Data/a.json"])
  func `what is left out elsewhere counts for the package`(path: String) throws {
    let (placement, names) = try place(path)
    #expect(placement.pathClass == .unowned)
    #expect(placement.scope != .nothing)
    #expect(names.isEmpty)
  }

  @Test func `files of Git's attributes count as far as they decide something`() throws {
    #expect(try place("P/.gitattributes").placement.pathClass == .attributes)
    #expect(try place("P/.gitattributes").placement.scope != .nothing)
    #expect(try place("P/Tests/LibTests/.gitattributes").placement.pathClass == .source)
    #expect(try place("P/.gitattributes", .own([])).placement.pathClass == .unowned)
  }

  @Test func `files with versions of tools count as far as they decide something`() throws {
    #expect(try place("P/mise.toml").placement.pathClass == .attributes)
    #expect(try place("P/mise.toml").placement.scope != .nothing)
    #expect(try place("P/Tests/LibTests/mise.toml").placement.pathClass == .source)
    // A literal names it.
    #expect(try place("P/.tool-versions").placement.pathClass == .unowned)
    #expect(try place("P/mise.toml", .own([])).placement.pathClass == .unowned)
  }
}
