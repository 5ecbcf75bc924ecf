import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct ModuleMapTests {
  /// A package of a library, tests with an excluded fixture, and a C target that reads a neighbour's
  /// headers; a package nested in the tests; one at the root of nothing.
  private static let graph: WorkspaceGraph = {
    let core = PackageManifest(
      name: "Core", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(
          name: "Core", exclude: ["Notes.txt"],
          resources: [ResourceDescription(rule: "copy", path: "Help.md")]),
        TargetDescription(
          name: "CoreTests", kind: .test, exclude: ["Data"], dependencies: [.init(.target("Core"))]),
        TargetDescription(
          name: "CThing", settings: [BuildSetting(tool: "c", name: "headerSearchPath", values: ["../Shared"])]
        ),
        TargetDescription(name: "Generated", pluginUsages: [PluginUsage(name: "Gen")]),
        TargetDescription(name: "Gen", kind: .plugin),
      ])
    let demo = PackageManifest(
      name: "Demo", toolsVersion: ToolsVersion(6, 0), targets: [TargetDescription(name: "Demo")])
    let snippets = PackageManifest(
      name: "Snippets", toolsVersion: ToolsVersion(6, 0),
      targets: [
        TargetDescription(name: "Snippets"),
        TargetDescription(name: "Blob", kind: .binary, path: "Blob.artifactbundle"),
      ])
    let built = try? GraphBuilder(
      packages: [
        EvaluatedPackage(folder: "Core", outcome: .known(core)),
        EvaluatedPackage(folder: "Core/Tests/CoreTests/Fixtures/Demo", outcome: .known(demo)),
        EvaluatedPackage(folder: "Odd", outcome: .unknown("broken")),
        EvaluatedPackage(folder: "docs/Snippets", outcome: .known(snippets)),
      ],
      tree: MemoryTree(paths: [
        "Core/Sources/Core/a.swift", "Core/Sources/CThing/c.c", "Core/Sources/Generated/g.swift",
        "Core/Tests/CoreTests/t.swift", "Core/Plugins/Gen/p.swift",
        "Core/Tests/CoreTests/Fixtures/Demo/Sources/Demo/d.swift", "docs/Snippets/Sources/Snippets/s.swift",
      ]), workspaceName: "w"
    ).build().graph
    return built ?? .empty
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let pathClass: PathClass
    var own: [String] = []
    var input: [String] = []
    var scope: Placement.Scope = .nothing
    var testDescription: String { path }
  }

  static let cases = [
    Case(path: "Core/Sources/Core/a.swift", pathClass: .source, own: ["Core"], input: ["Generated"]),
    Case(path: "Core/Sources/Core/Deep/b.txt", pathClass: .source, own: ["Core"], input: ["Generated"]),
    Case(path: "Core/Sources/Core/Help.md", pathClass: .source, own: ["Core"], input: ["Generated"]),
    Case(path: "Core/Sources/Core/README.md", pathClass: .source, input: ["Generated"]),
    Case(
      path: "Core/Sources/Core/LICENSETexts.swift", pathClass: .source, own: ["Core"], input: ["Generated"]),
    Case(path: "docs/Snippets/Sources/Snippets/s.swift", pathClass: .source, own: ["Snippets"]),
    Case(path: "docs/Snippets/Sources/Snippets/include/s.h", pathClass: .source, own: ["Snippets"]),
    Case(path: "docs/Snippets/Sources/Snippets/de.lproj/a.txt", pathClass: .source, own: ["Snippets"]),
    Case(path: "docs/Snippets/Sources/Snippets/notes.txt", pathClass: .source, own: ["Snippets"]),
    Case(path: "docs/Snippets/Sources/Snippets/S.docc/page.md", pathClass: .harmless),
    Case(path: "Core/README.MD", pathClass: .source, input: ["Generated"]),
    Case(path: "docs/Snippets/Sources/Snippets/Guide.Markdown", pathClass: .harmless),
    Case(path: "NOTES.Md", pathClass: .harmless),
    Case(path: "Core/Sources/CThing/C.docc/Resources/a.swift", pathClass: .source, input: ["Generated"]),
    Case(
      path: "Core/Tests/CoreTests/T.docc/a.swift", pathClass: .source, own: ["CoreTests"],
      input: ["Generated"]),
    Case(path: "Other/Guide.docc/Info.plist", pathClass: .harmless),
    Case(path: "docs/Snippets/Blob.artifactbundle/LICENSE", pathClass: .source, own: ["Blob"]),
    Case(path: "docs/Snippets/Package.swift", pathClass: .manifest, scope: .packages([3])),
    Case(
      path: "Core/Sources/Core/Notes.txt", pathClass: .unowned, input: ["Generated"], scope: .packages([0])),
    Case(
      path: "Core/Tests/CoreTests/README.md", pathClass: .source, own: ["CoreTests"], input: ["Generated"]),
    Case(
      path: "Core/Tests/CoreTests/Data/x.json", pathClass: .source, input: ["CoreTests", "Generated"]),
    Case(path: "Core/Tests/CoreTests/Data/x.md", pathClass: .source, input: ["CoreTests", "Generated"]),
    Case(path: "Core/Sources/Shared/s.h", pathClass: .source, input: ["CThing", "Generated"]),
    Case(
      path: "Core/Sources/Shared/s.json", pathClass: .unowned, input: ["CThing", "Generated"],
      scope: .packages([0])),
    Case(path: "Core/Package.swift", pathClass: .manifest, input: ["Generated"], scope: .packages([0])),
    Case(
      path: "Core/Package@swift-6.1.swift", pathClass: .manifest, input: ["Generated"],
      scope: .packages([0])),
    Case(path: "Core/Package.resolved", pathClass: .lockfile, scope: .packages([0])),
    Case(
      path: "Core/Tests/CoreTests/Fixtures/Demo/Sources/Demo/d.swift", pathClass: .source,
      own: ["CoreTests", "Demo"], input: ["Generated"]),
    Case(
      path: "Core/Tests/CoreTests/Fixtures/Demo/Package.swift", pathClass: .manifest, own: ["CoreTests"],
      input: ["Generated"], scope: .packages([1])),
    Case(path: "Core/tool.cfg", pathClass: .unowned, input: ["Generated"], scope: .packages([0])),
    Case(path: "Odd/anything", pathClass: .source, own: ["?"]),
    Case(path: "Makefile", pathClass: .unowned, scope: .everything),
    Case(path: "docs/guide.txt", pathClass: .unowned, scope: .everything),
    Case(path: "Core/LICENSE.txt", pathClass: .source, input: ["Generated"]),
    Case(path: "LICENSE.txt", pathClass: .harmless),
    Case(path: ".swift-version", pathClass: .global, scope: .everything),
    Case(path: "workspace.json", pathClass: .config),
    Case(path: "Corex/Sources/Core/a.swift", pathClass: .unowned, scope: .everything),
  ]

  private func map(unowned: InputsConfig.Unowned = .package, inputs: [PathRules.ModuleInput] = [])
    -> ModuleMap
  {
    ModuleMap(
      graph: Self.graph,
      rules: PathRules(
        harmless: .table, global: InputsConfig.defaultGlobal, unowned: unowned,
        moduleInputs: inputs))
  }

  private func names(_ placement: Placement, _ role: PlacedModule.Role) -> [String] {
    placement.modules.filter { $0.role == role }.map { Self.graph.modules[$0.module].id.name }.sorted()
  }

  @Test(arguments: cases) func aPathHasItsPlace(_ example: Case) {
    let placement = map().place(RelativePath(example.path))
    #expect(placement.pathClass == example.pathClass)
    #expect(names(placement, .own) == example.own)
    #expect(names(placement, .input) == example.input)
    #expect(placement.scope == example.scope)
  }

  /// What is opened by another case is the same file where case does not count. What makes less be selected is not widened.
  @Test func patternsGoByCaseWhereFilesDo() throws {
    let core = try #require(Self.graph.index(of: ModuleID(package: "Core", name: "Core")))
    for ignoresCase in [false, true] {
      var rules = PathRules(
        ignored: ["docs/**"], global: ["Config/"],
        moduleInputs: [.init(module: core, pattern: "Fixtures/*.json")])
      rules.ignoresCase = ignoresCase
      let map = ModuleMap(graph: Self.graph, rules: rules)
      #expect((map.place("config/a.yml").pathClass == .global) == ignoresCase)
      #expect(names(map.place("fixtures/A.JSON"), .input) == (ignoresCase ? ["Core"] : []))
      #expect(map.place("Docs/a.txt").pathClass != .ignored)
    }
  }

  @Test func thePolicyForUnownedFiles() {
    #expect(map(unowned: .all).place("Core/tool.cfg").scope == .everything)
    #expect(map(unowned: .ignore).place("Makefile").scope == .nothing)
  }

  @Test func aDeclaredInputCountsFromThePackageToo() throws {
    let core = try #require(Self.graph.index(of: ModuleID(package: "Core", name: "Core")))
    let map = map(inputs: [.init(module: core, pattern: "Fixtures/**")])
    #expect(names(map.place("Core/Fixtures/a.json"), .input).contains("Core"))
    #expect(names(map.place("Fixtures/a.json"), .input).contains("Core"))
    #expect(!names(map.place("Other/Fixtures/a.json"), .input).contains("Core"))
  }

  /// The values of the file count for its package, its text for those who read it.
  @Test func aModuleMayReadTheManifestOfItsOwnPackage() throws {
    let folder: RelativePath = "Core/Tests/CoreTests/Fixtures/Demo"
    var graph = Self.graph
    let module = try #require(graph.index(of: ModuleID(package: folder, name: "Demo")))
    graph.modules[module].layout.add(inputs: [folder])
    func readers(_ name: String, _ inputs: [PathRules.ModuleInput] = []) -> [ModuleIndex] {
      let rules = PathRules(moduleInputs: inputs)
      let placement = ModuleMap(graph: graph, rules: rules).place(folder.appending(name))
      return placement.modules.map(\.module).filter { $0 == module }
    }
    // A folder that is searched for headers does not count, nor do patterns for other files.
    #expect(readers("Package.swift", [.init(module: module, pattern: "Data/**")]).isEmpty)
    for name in ["Package.swift", "Package.resolved"] {
      #expect(readers(name, [.init(module: module, pattern: PathPattern(name))]) == [module])
    }
    graph.modules[module].layout.add(inputs: [folder.appending("Package.swift")])
    #expect(readers("Package.swift") == [module])
    #expect(readers("Package.resolved").isEmpty)
    let rules = PathRules(moduleInputs: [.init(module: module, pattern: "workspace.json")])
    let configuration = ModuleMap(graph: graph, rules: rules).place("workspace.json")
    #expect(configuration.pathClass == .config && configuration.modules.map(\.module) == [module])
  }

  @Test func aDeclaredInputBelongsToItsModuleAndIsNeverIgnored() throws {
    let core = try #require(Self.graph.index(of: ModuleID(package: "Core", name: "Core")))
    let map = map(inputs: [.init(module: core, pattern: "docs/api/**")])
    let placement = map.place("docs/api/index.md")
    #expect(placement.pathClass == .source)
    #expect(names(placement, .input) == ["Core"])
  }
}
