import Graph
import Testing

@Suite struct ConfigConsequencesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    var everything: [String] = []
    var modules: [String] = []
    var tests: [String] = []
    var testDescription: String { name }
  }

  @Test(arguments: cases) func follow(from change: Case) throws {
    let consequences = ConfigConsequences(from: try parseConfig(change.old), to: try parseConfig(change.new))
    #expect(consequences.everything == change.everything)
    #expect(consequences.modules.map(\.text) == change.modules)
    #expect(consequences.tests.map(\.text) == change.tests)
    // What was affected on the way there is affected on the way back.
    #expect(
      consequences == ConfigConsequences(from: try parseConfig(change.new), to: try parseConfig(change.old)))
  }

  @Test func eachSectionOfTheExampleCountsOrIsKnownNotTo() throws {
    let consequences = ConfigConsequences(from: .default, to: try parseConfig(documentedExample))
    #expect(consequences.everything == ["inputs", "packages", "exclude", "xcode", "platforms"])
    #expect(consequences.modules.map(\.text) == ["//App", "//Packages/Core:Core"])
    #expect(consequences.tests.map(\.text) == ["//Packages/Core:Core"])
  }

  static let cases: [Case] = [
    Case(name: "formatting and comments", old: "{}", new: "{ /* */ \"version\": 1, }"),
    Case(
      name: "a default spelled out", old: "{}", new: #"{"run": {"jobs": null, "configuration": "debug"}}"#),
    Case(
      name: "teams, owners, tags, rules, cache", old: "{}",
      new: """
        {"name": "n", "defaultBase": "b", "teams": {"a": {}}, "owners": {"rules": [{"match": "x", "teams": ["a"]}]},
         "tags": [{"match": "A", "tags": ["t"]}], "rules": {"requireOwner": true}, "cache": {"state": "off"},
         "modules": {"A": {"tags": ["t"]}}}
        """),
    Case(name: "run", old: "{}", new: #"{"run": {"swiftArguments": ["-g"]}}"#, everything: ["run"]),
    Case(name: "ignore", old: "{}", new: #"{"inputs": {"ignore": ["*.txt"]}}"#, everything: ["inputs"]),
    Case(name: "packages", old: "{}", new: #"{"packages": ["A/*"]}"#, everything: ["packages"]),
    Case(
      name: "projects", old: "{}", new: #"{"xcode": {"projects": ["A/*"]}}"#, everything: ["xcode"]),
    Case(
      name: "projects that are left out", old: "{}", new: #"{"xcode": {"exclude": ["A/*"]}}"#,
      everything: ["xcode"]),
    Case(
      name: "neutral settings", old: "{}", new: #"{"xcode": {"neutralSettings": ["V"]}}"#,
      everything: ["xcode"]),
    Case(name: "how bundles run", old: "{}", new: #"{"xcode": {"run": [{"match": "A", "plan": "P"}]}}"#),
    Case(
      name: "inputs of a module", old: "{}", new: #"{"modules": {"A": {"inputs": ["x"]}}}"#, modules: ["A"]),
    Case(
      name: "an edge removed", old: #"{"modules": {"A": {"dependsOn": ["B"]}}}"#, new: "{}", modules: ["A"]),
    Case(
      name: "test settings", old: "{}", new: #"{"modules": {"A": {"test": {"timeout": 3}}}}"#, tests: ["A"]),
    Case(
      name: "one of two entries",
      old: #"{"modules": {"A": {"env": ["X"]}, "B": {"env": ["Y"]}}}"#,
      new: #"{"modules": {"A": {"env": ["X"]}, "B": {"env": ["Z"]}}}"#, modules: ["B"]),
    Case(
      name: "entries in another order",
      old: #"{"modules": {"A": {"test": {"timeout": 3}}, "*": {"test": {"timeout": 4}}}}"#,
      new: #"{"modules": {"*": {"test": {"timeout": 4}}, "A": {"test": {"timeout": 3}}}}"#, tests: ["*", "A"]),
    Case(
      name: "a lockfile's packages", old: #"{"lockfiles": {"L": ["//A"]}}"#,
      new: #"{"lockfiles": {"L": ["//B"]}}"#, modules: ["//A", "//B"]),
  ]
}
