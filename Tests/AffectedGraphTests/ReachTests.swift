import Base
import Graph
import TestSupport
import Testing

@testable import SwiftSources

/// From files and manifests to what is affected, for what reaches further than a module's own folder.
@Suite struct ReachTests {
  private static func package(
    _ name: String, dependencies: [String] = [], products: [ProductDescription] = [],
    _ targets: [TargetDescription]
  ) -> PackageManifest {
    PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 0), products: products,
      dependencies: dependencies.map { PackageDependency(source: .path($0)) }, targets: targets)
  }

  /// `Gen` offers a build-tool plugin that runs a tool, and a command plugin; `Lib` uses the first.
  private static let manifests: [RelativePath: PackageManifest] = [
    "Gen": package(
      "Gen", products: [ProductDescription(name: "GenPlugin", kind: .plugin, targets: ["GenPlugin"])],
      [
        TargetDescription(
          name: "GenPlugin", kind: .plugin, dependencies: [.init(.target("tool"))], pluginCapability: "{}"),
        TargetDescription(name: "Format", kind: .plugin, pluginCapability: "{}"),
        TargetDescription(name: "tool", kind: .executable, dependencies: [.init(.target("ToolCore"))]),
        TargetDescription(name: "ToolCore"),
      ]),
    "Lib": package(
      "Lib", dependencies: ["../Gen"],
      [
        TargetDescription(name: "Lib", pluginUsages: [PluginUsage(name: "GenPlugin", package: "Gen")]),
        TargetDescription(name: "Plain"),
        TargetDescription(name: "LibTests", kind: .test, dependencies: [.init(.target("Lib"))]),
      ]),
    "C": package(
      "C",
      [
        TargetDescription(
          name: "CLib",
          settings: [BuildSetting(tool: "c", name: "headerSearchPath", values: ["../../../Headers"])])
      ]),
  ]

  private static let files = [
    "Gen/Package.swift": "", "Lib/Package.swift": "", "C/Package.swift": "", "Headers/h.h": "",
    "Gen/Plugins/GenPlugin/p.swift": "", "Gen/Plugins/Format/f.swift": "", "Gen/Sources/tool/main.swift": "",
    "Gen/Sources/ToolCore/t.swift": "", "Lib/Sources/Lib/l.swift": "", "Lib/Sources/Plain/p.swift": "",
    "Lib/Tests/LibTests/t.swift": "", "C/Sources/CLib/c.c": "", "Lib/Sources/Lib/Common.swift": "",
  ]

  @Test(arguments: [
    ("Gen/Plugins/GenPlugin/p.swift", ["GenPlugin", "Lib", "LibTests"]),
    ("Gen/Plugins/Format/f.swift", ["Format"]),
    ("Gen/Sources/ToolCore/t.swift", ["GenPlugin", "ToolCore", "tool", "Lib", "LibTests"]),
    ("Gen/Sources/tool/main.swift", ["GenPlugin", "tool", "Lib", "LibTests"]),
    ("Lib/Sources/Plain/p.swift", ["Lib", "LibTests", "Plain"]),
    ("Lib/schema.json", ["Lib", "LibTests", "Plain"]),
    ("Lib/Tests/LibTests/t.swift", ["Lib", "LibTests"]),
    ("Lib/README.md", ["Lib", "LibTests"]), ("Gen/README.md", []),
    ("Headers/h.h", ["CLib"]),
    ("C/Sources/CLib/c.c", ["CLib"]),
  ])
  func aFileReaches(path: String, expected: [String]) throws {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files))
    #expect(try select(graph, graph, changed: path) == expected)
  }

  /// The edge is gone at the head together with what it led to; it still carries the change.
  @Test func anImportOfARemovedModuleStillCounts() throws {
    var files = Self.files
    files["Lib/Sources/Plain/p.swift"] = "import CLib"
    var manifests = Self.manifests
    let base = try GraphFromFiles.graph(manifests, MemoryTree(files))
    manifests["C"]?.targets = []
    files["C/Sources/CLib/c.c"] = nil
    let head = try GraphFromFiles.graph(manifests, MemoryTree(files))
    #expect(try select(head, base, changed: "C/Sources/CLib/c.c", existsNow: false) == ["Plain"])
    #expect(try select(base, base, changed: "C/Sources/CLib/c.c") == ["CLib", "Plain"])
  }

  @Test func whatALinkLeadsToReachesAllThatLinkIt() throws {
    let links = [
      "Lib/Sources/Plain/Shared": "../../../Shared",
      "C/Sources/CLib/Shared": "../../../Lib/Sources/Plain/Shared",
    ]
    var files = Self.files
    files["Shared/s.swift"] = ""
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(files, links: links))
    #expect(try select(graph, graph, changed: "Shared/s.swift") == ["CLib", "Plain"])
    let base = try GraphFromFiles.graph(Self.manifests, MemoryTree(files))
    #expect(try select(base, graph, changed: "Shared/s.swift", existsNow: false) == ["CLib", "Plain"])
  }

  /// The manifest says the same, and the link is a file that counts for nothing.
  @Test func aDependencyThatLeadsElsewhereCounts() throws {
    func kit(_ target: String) -> PackageManifest {
      let product = ProductDescription(name: "Kit", kind: .library(.automatic), targets: [target])
      return Self.package(target, products: [product], [TargetDescription(name: target)])
    }
    let app = Self.package(
      "App", dependencies: ["../Deps/Kit"],
      [TargetDescription(name: "App", dependencies: [.init(.product("Kit", package: "Kit"))])])
    func graph(_ target: String) throws -> WorkspaceGraph {
      try GraphFromFiles.graph(
        ["App": app, "One": kit("One"), "Two": kit("Two")],
        MemoryTree(
          paths: ["App/Package.swift", "One/Package.swift", "Two/Package.swift"],
          links: ["Deps/Kit": "../\(target)"]))
    }
    let (one, two) = (try graph("One"), try graph("Two"))
    #expect(try select(two, one, changed: "Deps/Kit", unowned: .ignore) == ["App"])
    #expect(try select(one, one, changed: "Deps/Kit", unowned: .ignore) == [])
  }

  private func select(
    _ head: WorkspaceGraph, _ base: WorkspaceGraph, changed path: String, existsNow: Bool = true,
    unowned: InputsConfig.Unowned = .package
  ) throws -> [String] {
    let rules = PathRules(harmless: .table, unowned: unowned)
    func revision(_ graph: WorkspaceGraph) -> Revision {
      Revision(graph: graph, map: ModuleMap(graph: graph, rules: rules))
    }
    return Selection(
      SelectionRequest(
        head: revision(head), base: revision(base),
        changes: [FileChange(RelativePath(path), existsNow ? .modified : .deleted)])
    ).modules.map(\.id.name)
  }
}
