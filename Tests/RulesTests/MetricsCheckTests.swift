import Base
import TestSupport
import Testing

@testable import Graph

@Suite("Limits to what is measured")
struct MetricsCheckTests {
  private func findings(_ rules: String, _ measured: [String: MeasuredModule]) throws -> [LintFinding] {
    let config = try WorkspaceConfig.parse(
      Array(#"{"version": 1, "rules": {"metrics": \#(rules)}}"#.utf8), fileName: "workspace.json")
    let graph = GraphSketch.graph("App -> Core | CoreTests -> Core")
    let tree = MemoryTree([:])
    var imports = ImportScan(cacheFolder: nil, jobs: 1)
    let facts = try WorkspaceFacts(
      graph: graph, imported: try imports.names(importedBy: graph, in: tree), tree: tree)
    let byID = Dictionary(uniqueKeysWithValues: measured.map { (GraphSketch.id($0), $1) })
    let context = RuleContext(facts, config, ModuleTags(graph, config))
    return MetricsCheck(context: context, measured: byID).findings()
  }

  private func core(_ coverage: MeasuredModule.Coverage) -> [String: MeasuredModule] {
    ["Core": MeasuredModule(values: [.lines: 20_001, .instability: 0.5], coverage: coverage)]
  }

  @Test(
    "what is outside of a limit is found",
    arguments: [
      (
        #"[{"match": "*", "lines": {"max": 20000}}]"#, ["the lines of //Core:Core are 20001, more than 20000"]
      ),
      (#"[{"match": "*", "lines": {"max": 20001}}]"#, []),
      (#"[{"match": "//App:*", "lines": {"max": 1}}]"#, []),
      (
        #"[{"match": "Core", "lines": {"min": 1, "max": 2}, "instability": {"min": 0.6}}]"#,
        [
          "the lines of //Core:Core are 20001, more than 2",
          "the instability of //Core:Core is 0.5, less than 0.6",
        ]
      ),
      (#"[{"match": "Core", "depth": {"max": 1}}]"#, []),
      (
        #"[{"match": "//Core:*", "coverage": {"min": 85}}]"#,
        ["the coverage of //Core:Core is 84.99 %, less than 85"]
      ),
      (
        #"[{"match": "//Core:*", "coverage": {"max": 84.99}}]"#,
        ["the coverage of //Core:Core is 84.999 %, more than 84.99"]
      ),
    ])
  func limits(_ rules: String, _ messages: [String]) throws {
    #expect(try findings(rules, core(.percent(84.999))).map(\.message) == messages)
  }

  /// A gate that nobody looks at is none.
  @Test("what is not known keeps no limit")
  func unknown() throws {
    let rule = #"[{"match": "//Core:*", "coverage": {"min": 85}}]"#
    let found = try findings(rule, core(.unknown))
    #expect(found.map(\.message) == ["the coverage of //Core:Core is unknown for the current files"])
    #expect(found.first?.mend.contains("ambit test --coverage --all") == true)
    #expect(try findings(rule, core(.untested)).count == 1)
    #expect(try findings(rule, core(.unmeasurable)).count == 1)
    #expect(try findings(rule, core(.nothingToExecute)).isEmpty)
    #expect(try findings(rule, core(.percent(85))).isEmpty)
    // Tests have none.
    #expect(try findings(rule, ["CoreTests": MeasuredModule(values: [:])]).isEmpty)
  }

  @Test("two measures of a module are two findings")
  func fingerprints() throws {
    let found = try findings(
      #"[{"match": "Core", "lines": {"max": 1}, "instability": {"max": 0}}]"#, core(.unknown))
    #expect(Set(found.map(\.fingerprint)).count == 2)
  }
}
