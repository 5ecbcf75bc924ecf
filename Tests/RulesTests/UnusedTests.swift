import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// What is not certain to be unused is not reported.
@Suite("unused and undeclared dependencies")
struct UnusedTests {
  /// Two packages: `App`, which declares `Lib` of the other, and what their folders hold.
  private func findings(
    app: String, from source: PackageDependency.Source = .path("../Lib"),
    lib: [String: String] = ["Lib/Sources/Lib/a.swift": "import Base\n"],
    more: [String: String] = [:], rules: String = "",
    edit: (inout TargetDescription) -> Void = { _ in }
  ) throws -> [String] {
    var target = TargetDescription(name: "App", dependencies: [.init(.product("Lib", package: "lib"))])
    edit(&target)
    let manifests: [RelativePath: PackageManifest] = [
      "App": PackageManifest(
        name: "App", toolsVersion: ToolsVersion(6, 0),
        dependencies: [PackageDependency(source: source)],
        targets: [target]),
      "Lib": PackageManifest(
        name: "Lib", toolsVersion: ToolsVersion(6, 0),
        products: [ProductDescription(name: "Lib", kind: .library(.automatic), targets: ["Lib", "LibMore"])],
        targets: [
          TargetDescription(name: "Base"),
          TargetDescription(name: "Lib", dependencies: [.init(.byName("Base"))]),
          TargetDescription(name: "LibMore"),
        ]),
    ]
    let folder = target.kind == .test ? "Tests" : "Sources"
    let files = lib.merging(more) { $1 }.merging([
      "App/Package.swift": "\n", "Lib/Package.swift": "\n",
      "App/\(folder)/App/a.swift": app, "Lib/Sources/LibMore/a.swift": "\n", "Lib/Sources/Base/a.swift": "\n",
    ]) { $1 }
    let tree = MemoryTree(files)
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let graph = try GraphFromFiles.graph(manifests, tree, imports: &imports)
    let facts = try WorkspaceFacts(
      graph: graph, imported: try imports.names(importedBy: graph, in: tree), tree: tree)
    let text = #"{"version": 1, "rules": {\#(rules)}}"#
    var config = try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
    config.rules.imports.unused = .warning
    return try Linter(facts).findings(config, ModuleTags(graph, config)) { _ in .owned }.map { finding in
      "\(finding.rule.id) \(finding.other?.name ?? finding.subject ?? "")"
    }
  }

  private static let unused = ["unused-dependency Lib"]

  @Test("a Swift library that no source imports")
  func unused() throws {
    #expect(try findings(app: "import Foundation\n") == Self.unused)
    #expect(try findings(app: "// import Lib\nlet s = \"import Lib\"\n") == Self.unused)
  }

  @Test(
    "any import of any part of a product is a use",
    arguments: [
      "import Lib", "@testable import Lib", "@_exported import Lib", "import struct Lib.A", "import LibMore",
      "#if canImport(Lib)\n#endif", "#if os(macOS)\nimport Lib\n#endif",
    ])
  func used(_ text: String) throws {
    #expect(try findings(app: text + "\n") == [])
  }

  @Test("what may be used in other ways")
  func otherUses() throws {
    let swift = "import Foundation\n"
    #expect(
      try findings(app: swift, lib: ["Lib/Sources/Lib/a.c": "", "Lib/Sources/Lib/include/a.h": ""]) == [])
    #expect(try findings(app: swift, lib: [:]) == [])
    #expect(try findings(app: swift, more: ["App/Sources/App/b.m": "#import <Lib/Lib.h>\n"]) == [])
    #expect(
      try findings(app: swift) { $0.pluginUsages = [PluginUsage(name: "Generate", package: "x")] } == [])
    #expect(try findings(app: swift) { $0.dependencies[0].moduleAliases = ["Lib": "Other"] } == [])
    // A test module that imports nothing of the workspace tests it from outside.
    #expect(try findings(app: swift) { $0.kind = .test } == [])
  }

  @Test("what brings along something that is imported is not unused; that is undeclared")
  func broughtAlong() throws {
    #expect(try findings(app: "import Base\n") == ["undeclared-import Base"])
  }

  @Test("a release that a target takes declares what a working copy of it in the workspace has")
  func released() throws {
    let place = { (name: String) in
      PackageDependency.Source.sourceControl(
        location: "https://code.example/\(name).git", requirement: .range("1.0.0", "2.0.0"))
    }
    #expect(try findings(app: "import Lib\n", from: place("lib")) == [])
    #expect(try findings(app: "import Lib\n", from: place("other")) == ["undeclared-import Lib"])
  }

  @Test("asking whether a module is there is no import of it")
  func asked() throws {
    #expect(try findings(app: "#if canImport(Base)\n#endif\nimport Lib\n") == [])
    #expect(
      try findings(app: "#if canImport(Base)\nimport Base\n#endif\nimport Lib\n") == [
        "undeclared-import Base"
      ])
  }

  @Test("a dependency under a trait that nobody enables is declared")
  func traits() throws {
    func found(_ rules: String) throws -> [String] {
      try findings(app: "import Lib\nimport Base\n", rules: rules) { target in
        target.dependencies.append(
          .init(.product("Base", package: "lib"), condition: .init(traits: ["Never"])))
      }
    }
    #expect(try found("") == [])
    // And held against the rules, as nobody knows who will enable it.
    #expect(
      try found(#""forbidden": [{"from": ["//App:App"], "to": ["//Lib:Base"]}]"#) == ["forbidden Base"])
  }
}
