import Base
import TestSupport
import Testing
import Xcode

@testable import Graph

/// Rules on targets of a project, beside the packages `Core` and `Pay`.
@Suite struct TargetRulesTests {
  private static let tags = """
    "tags": [
      {"match": "//App/*:{Shop,ShopTests}", "tags": ["app"]},
      {"match": "//App/*:{Cart,Cart*,Feed*}", "tags": ["feature"]},
      {"match": "//{Core,Pay}:*", "tags": ["core"]}
    ]
    """

  private static func needs(_ names: String..., as kind: XcodeModule.EdgeKind) -> [XcodeModule.Edge] {
    names.map { .init(["Core", "Pay"].contains($0) ? GraphSketch.id($0) : ProjectSketch.id($0), kind) }
  }

  private func words(
    _ rules: String, _ targets: [XcodeModule], sources: [String: String] = [:],
    unread: [UnknownPackage] = [], isOwned: (ModuleNode) -> Bool = { _ in true }
  ) throws -> [String] {
    let graph = ProjectSketch.graph("Core | Pay", targets)
    let config = try WorkspaceConfig.parse(
      Array("{\"version\": 1, \(Self.tags), \"rules\": {\(rules)}}".utf8), fileName: "workspace.json")
    let tree = MemoryTree(sources)
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let facts = try WorkspaceFacts(
      graph: graph, imported: try imports.names(importedBy: graph, in: tree), tree: tree)
    let findings = try Linter(facts, unknown: unread).findings(config, ModuleTags(graph, config)) {
      isOwned($0) ? .owned : .unowned
    }
    return findings.map { finding in
      let ends = [finding.module, finding.other].compactMap(\.self).map(\.name)
      return
        ([finding.rule.id] + (finding.chain.isEmpty ? ends : finding.chain.map(\.name)) + [
          finding.file.description
        ])
        .joined(separator: " ")
    }
  }

  private static let projectFile = ProjectSketch.file.description

  @Test(arguments: [XcodeModule.EdgeKind.dependency, .implicit])
  func layersHoldForWhatTargetsDeclareAndLink(kind: XcodeModule.EdgeKind) throws {
    let rules = """
      "layers": [{"name": "core", "tag": "core"}, {"name": "feature", "tag": "feature", "mayDependOn": ["core"]},
                 {"name": "app", "tag": "app", "mayDependOn": ["feature", "core"]}]
      """
    let right = [
      ProjectSketch.target("Shop", needs: Self.needs("Cart", "Core", as: kind)),
      ProjectSketch.target("Cart", .framework, needs: Self.needs("Core", as: kind)),
    ]
    #expect(try words(rules, right) == [])
    let wrong = [
      ProjectSketch.target("Shop"),
      ProjectSketch.target("Cart", .framework, needs: Self.needs("Shop", as: kind)),
    ]
    #expect(try words(rules, wrong) == ["layer Cart Shop \(Self.projectFile)"])
  }

  @Test(arguments: [XcodeModule.EdgeKind.host, .candidate])
  func hostsAndProductsOfSeveralMakersAreNoDependencies(kind: XcodeModule.EdgeKind) throws {
    let rules = """
      "layers": [{"name": "feature", "tag": "feature"}, {"name": "app", "tag": "app"}]
      """
    let targets = [
      ProjectSketch.target("Shop"),
      ProjectSketch.target("CartTests", .unitTests, needs: Self.needs("Shop", as: kind)),
    ]
    #expect(try words(rules, targets) == [])
  }

  @Test func isolatedTargetsDoNotSeeEachOtherThoughTheyAreOfOneProject() throws {
    let targets = [
      ProjectSketch.target("Cart", .framework, needs: Self.needs("Feed", as: .dependency)),
      ProjectSketch.target("CartTests", .unitTests, needs: Self.needs("Cart", as: .dependency)),
      ProjectSketch.target("CartUITests", .uiTests, needs: Self.needs("Cart", as: .dependency)),
      ProjectSketch.target("Feed", .framework),
    ]
    #expect(try words("\"isolated\": [\"feature\"]", targets) == ["isolated Cart Feed \(Self.projectFile)"])
  }

  @Test func aTestSeesWhatItsHostMaySee() throws {
    let rule = "\"onlyImportedBy\": [{\"tag\": \"core\", \"by\": [\"//App/*:Shop\"]}]"
    let hosted = ProjectSketch.target(
      "Unit Tests", .unitTests,
      needs: Self.needs("Core", as: .dependency) + Self.needs("Shop", as: .host))
    let feed = ProjectSketch.target("Feed", .framework, needs: Self.needs("Core", as: .dependency))
    let shop = ProjectSketch.target("Shop", needs: Self.needs("Core", as: .dependency))
    #expect(try words(rule, [hosted, feed, shop]) == ["only-imported-by Feed Core \(Self.projectFile)"])
  }

  @Test func namesAndOwnersOfTargetsAreChecked() throws {
    let targets = [ProjectSketch.target("Shop"), ProjectSketch.target("Feed", .framework)]
    #expect(
      try words("\"names\": [{\"tag\": \"feature\", \"pattern\": \"Feature$\"}]", targets)
        == ["name Feed \(Self.projectFile)"])
    #expect(
      try words("\"requireOwner\": true", targets) { $0.id.name != "Feed" } == [
        "owner Feed \(Self.projectFile)"
      ])
  }

  @Test func targetsThatNeedEachOtherAreACycle() throws {
    let targets = [
      ProjectSketch.target("Cart", .framework, needs: Self.needs("Feed", as: .dependency)),
      ProjectSketch.target("Feed", .framework, needs: Self.needs("Cart", as: .implicit)),
    ]
    #expect(try words("", targets) == ["cycle Cart Feed Cart \(Self.projectFile)"])
    let hosted = [
      ProjectSketch.target("Shop", needs: Self.needs("ShopTests", as: .dependency)),
      ProjectSketch.target("ShopTests", .unitTests, needs: Self.needs("Shop", as: .host)),
    ]
    #expect(try words("", hosted) == [])
  }

  @Test func aPackageThatImportsAModuleOfATargetsNameIsNotJudged() throws {
    let sources = ["Core/Sources/Core/a.swift": "import Cart\nimport Pay\n"]
    let targets = [ProjectSketch.target("Cart", .framework)]
    #expect(
      try words("\"imports\": {\"undeclared\": \"error\"}", targets, sources: sources)
        == ["undeclared-import Core Pay Core/Sources/Core/a.swift"])
  }

  @Test func aProjectThatCannotBeReadIsAFinding() throws {
    let unread = ProjectSketch.projects([], unread: "line 3").unread
    #expect(try words("", [], unread: unread) == ["unknown-manifest \(Self.projectFile)"])
  }
}
