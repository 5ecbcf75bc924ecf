import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct UndeclaredImportTests {
  /// Core and Util stand alone, Mid declares Core, App declares Mid; `Odd/Util` is another Util.
  private static let manifests: [RelativePath: PackageManifest] = [
    "Core": package("Core", [TargetDescription(name: "Core"), TargetDescription(name: "core-kit")]),
    "Util": package(
      "Util", [TargetDescription(name: "Util"), TargetDescription(name: "Gen", kind: .plugin)]),
    "Odd/Util": package("Util", [TargetDescription(name: "Util")]),
    "Mid": package(
      "Mid", dependencies: ["../Core"],
      [TargetDescription(name: "Mid", dependencies: [.init(.product("Core", package: "Core"))])]),
    "App": package(
      "App", dependencies: ["../Mid"],
      [
        TargetDescription(
          name: "App", exclude: ["Old"],
          dependencies: [
            .init(.product("Mid", package: "Mid")),
            .init(.product("Core", package: "Core"), moduleAliases: ["Core": "OtherCore"]),
          ])
      ]),
  ]

  private static func package(
    _ name: String, dependencies: [String] = [], _ targets: [TargetDescription]
  ) -> PackageManifest {
    PackageManifest(
      name: name, toolsVersion: ToolsVersion(6, 0),
      products: targets.map {
        ProductDescription(name: $0.name, kind: .library(.automatic), targets: [$0.name])
      },
      dependencies: dependencies.map { PackageDependency(source: .path($0)) }, targets: targets)
  }

  private static func files(_ more: [String: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: manifests.keys.map { ("\($0)/Package.swift", "\($0)") })
      .merging(["Core/Sources/core-kit/k.swift": "", "Core/Sources/Core/a.swift": ""]) { $1 }
      .merging(more) { $1 }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let expected: [String]

    init(_ name: String, _ files: [String: String], _ expected: [String]) {
      (testDescription, self.files, self.expected) = (name, files, expected)
    }
  }

  static let cases = [
    Case("no imports", ["Util/Sources/Util/a.swift": "let a = 1"], []),
    Case("an import", ["Util/Sources/Util/a.swift": "import Core"], ["//Util:Util -> //Core:Core"]),
    Case(
      "canImport", ["Util/Sources/Util/a.swift": "#if canImport(Core)\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "a flag that nothing sets", ["Util/Sources/Util/a.swift": "#if ALONE // x\nimport Core\n#endif"],
      []),
    Case(
      "a flag around another condition",
      ["Util/Sources/Util/a.swift": "#if ALONE\n#if os(Linux)\nimport Core\n#endif\n#endif"],
      []),
    Case(
      "the other branch", ["Util/Sources/Util/a.swift": "#if ALONE\n#else\nimport Core\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "no such flag", ["Util/Sources/Util/a.swift": "#if !ALONE\nimport Core\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "a feature of the compiler",
      ["Util/Sources/Util/a.swift": "#if $AsyncAwait\nimport Core\n#endif"], ["//Util:Util -> //Core:Core"]),
    Case(
      "the second flag of two",
      ["Util/Sources/Util/a.swift": "#if os(Linux)\n#elseif ALONE\nimport Core\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "one of two flags", ["Util/Sources/Util/a.swift": "#if ALONE || SWIFT_PACKAGE\nimport Core\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "a flag of SwiftPM", ["Util/Sources/Util/a.swift": "#if SWIFT_PACKAGE\nimport Core\n#endif"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "with a flag and without", ["Util/Sources/Util/a.swift": "#if ALONE\nimport Core\n#endif\nimport Core"],
      ["//Util:Util -> //Core:Core"]),
    Case(
      "a condition without an end", ["Util/Sources/Util/a.swift": "#if ALONE\nimport Core"],
      ["//Util:Util -> //Core:Core"]),
    Case("a comment", ["Util/Sources/Util/a.swift": "// import Core"], []),
    Case("a module from elsewhere", ["Util/Sources/Util/a.swift": "import Foundation"], []),
    Case("declared directly", ["Mid/Sources/Mid/a.swift": "import Core"], []),
    Case("declared further away", ["App/Sources/App/a.swift": "import Core"], []),
    Case("itself", ["Core/Sources/Core/a.swift": "import Core"], []),
    Case(
      "every module of that name", ["App/Sources/App/a.swift": "@testable import struct Util.A"],
      ["//App:App -> //Odd/Util:Util", "//App:App -> //Util:Util"]),
    Case(
      "a name that is no identifier", ["Util/Sources/Util/a.swift": "import core_kit"],
      [
        "//Util:Util -> //Core:core-kit"
      ]),
    Case("an alias", ["Util/Sources/Util/a.swift": "import OtherCore"], ["//Util:Util -> //Core:Core"]),
    Case("an alias that is declared", ["App/Sources/App/a.swift": "import OtherCore"], []),
    Case("a plugin cannot be imported", ["App/Sources/App/a.swift": "import Gen"], []),
    Case("an excluded file", ["App/Sources/App/Old/a.swift": "import Util"], []),
    Case("a catalog of documentation", ["Util/Sources/Util/Util.docc/Resources/a.swift": "import Core"], []),
    Case("a resource of another kind", ["App/Sources/App/a.txt": "import Util"], []),
    Case("Objective-C", ["Util/Sources/Util/a.m": "@import Core;"], ["//Util:Util -> //Core:Core"]),
    Case("a cycle", ["Core/Sources/Core/a.swift": "import Mid"], ["//Core:Core -> //Mid:Mid"]),
  ]

  @Test(arguments: cases) func undeclaredImportsAreEdges(_ example: Case) throws {
    let graph = try GraphFromFiles.graph(Self.manifests, MemoryTree(Self.files(example.files)))
    let edges = graph.modules.flatMap { module in
      module.edges.filter { $0.kind == .undeclaredImport }
        .map { "\(module.id) -> \(graph.modules[$0.target].id)" }
    }
    #expect(edges == example.expected)
    for module in graph.modules {
      #expect(module.edges.map(\.target) == Set(module.edges.map(\.target)).sorted())
    }
  }

  @Test func anIncludeThatLeavesTheModuleMakesAnInput() throws {
    let graph = try GraphFromFiles.graph(
      Self.manifests,
      MemoryTree(
        Self.files([
          "Util/Sources/Util/deep/a.c":
            "#include \"../../Shared/s.h\"\n#include \"../b.h\"\n#include \"../../none.h\"",
          "Util/Sources/Util/b.h": "", "Util/Sources/Shared/s.h": "", "Util/Sources/Shared/t.h": "",
        ])))
    let util = try #require(graph.index(of: ModuleID(package: "Util", name: "Util")))
    #expect(
      graph.modules[util].layout.inputs == [
        "Util/Shared/s.h", "Util/Sources/Shared", "Util/Sources/b.h", "Util/Sources/none.h", "Util/none.h",
      ])
  }

  @Test func aConditionFurtherAwayDoesNotDeclareAnImport() throws {
    var manifests = Self.manifests
    manifests["Mid"]?.targets[0].dependencies[0].condition = BuildCondition(platforms: ["ios"])
    let files = Self.files([
      "App/Sources/App/a.swift": "import Core", "Mid/Sources/Mid/a.swift": "import Core",
    ])
    manifests["App"]?.targets[0].dependencies.removeLast()
    let graph = try GraphFromFiles.graph(manifests, MemoryTree(files))
    let undeclared = graph.modules.filter { $0.edges.contains { $0.kind == .undeclaredImport } }
    #expect(undeclared.map(\.id.name) == ["App"])
  }

  @Test func aTraitIsAFlag() throws {
    var manifests = Self.manifests
    manifests["Util"]?.traits = [TraitDescription(name: "ALONE")]
    let files = Self.files(["Util/Sources/Util/a.swift": "#if ALONE\nimport Core\n#endif"])
    let graph = try GraphFromFiles.graph(manifests, MemoryTree(files))
    #expect(graph.modules.flatMap(\.edges).filter { $0.kind == .undeclaredImport }.count == 1)
  }

  @Test(arguments: [
    (BuildSetting(tool: "swift", name: "define", values: ["ALONE"]), 1),
    (BuildSetting(tool: "swift", name: "define", values: ["OTHER"]), 0),
    (BuildSetting(tool: "swift", name: "unsafeFlags", values: ["-DALONE"]), 1),
  ])
  func aFlagOfTheManifestCounts(setting: BuildSetting, expected: Int) throws {
    var manifests = Self.manifests
    manifests["Util"]?.targets[0].settings = [setting]
    let files = Self.files(["Util/Sources/Util/a.swift": "#if ALONE\nimport Core\n#endif"])
    let graph = try GraphFromFiles.graph(manifests, MemoryTree(files))
    #expect(graph.modules.flatMap(\.edges).filter { $0.kind == .undeclaredImport }.count == expected)
  }
}
