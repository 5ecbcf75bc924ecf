import Base
import Testing

@testable import Graph

@Suite struct TaskConfigTests {
  private func parse(_ tasks: String) throws(Failure) -> [TaskConfig] {
    try WorkspaceConfig.parse(Array("{\"tasks\": {\n\(tasks)\n}}".utf8), fileName: "w.json").tasks
  }

  @Test func theExampleOfHintsIsATask() throws {
    let config = try WorkspaceConfig.parse(Array("{\(TaskConfig.example)}".utf8), fileName: "w.json")
    #expect(config.tasks.map(\.name) == ["format"] && config.tasks[0].inputs?.map(\.text) == ["*.swift"])
  }

  @Test func aTaskIsReadWithItsDefaults() throws {
    let tasks = try parse(
      #"""
      "gen": {"command": ["sh", ""], "match": ["//Core", "tag:layer:core", "*Tests"], "inputs": [], "outputs": ["out/**"],
              "dependsOn": ["^gen", "pre"], "env": ["MODE"], "cache": false, "observe": false},
      "pre": {"command": ["x"]}
      """#)
    #expect(tasks.map(\.name) == ["gen", "pre"])
    #expect(tasks[0].command == ["sh", ""] && tasks[0].inputs == [] && tasks[1].inputs == nil)
    #expect(tasks[0].match.map(\.description) == ["//Core", "tag:layer:core", "*Tests"])
    #expect(tasks[0].match.map(\.isForPackages) == [true, false, false])
    #expect(tasks[0].dependsOn.map(\.description) == ["^gen", "pre"])
    #expect(!tasks[0].cache && !tasks[0].observe && tasks[1].cache && tasks[1].observe)
  }

  @Test(arguments: [
    (#""a": {"comand": ["x"]}"#, #"w.json:2:7: unknown key "comand" in "tasks.a"; did you mean "command"?"#),
    (#""a": {}"#, #"w.json:2:6: the key "command" is missing in "tasks.a""#),
    (
      #""a": {"command": []}"#,
      #"w.json:2:18: "tasks.a.command" must name a program: ["swift-format", "lint"]"#
    ),
    (#""a": {"command": "x y"}"#, #"w.json:2:18: "tasks.a.command" must be a list, not a string"#),
    (
      #""gen": {"command": ["x"]}, "b": {"command": ["x"], "dependsOn": ["^gne"]}"#,
      #"w.json:2:66: unknown task "gne" in "tasks.b.dependsOn"; did you mean "gen"?"#
    ),
    (
      #""a": {"command": ["x"], "dependsOn": ["a"]}"#,
      #"w.json:2:39: tasks depend on each other in a cycle: a -> a"#
    ),
    (
      #""a": {"command": ["x"], "dependsOn": ["b"]}, "b": {"command": ["x"], "dependsOn": ["c"]}, "c": {"command": ["x"], "dependsOn": ["a"]}"#,
      #"w.json:2:39: tasks depend on each other in a cycle: a -> b -> c -> a"#
    ),
    (
      #""a": {"command": ["x"], "outputs": ["../x"]}"#,
      #"w.json:2:37: "../x" in "tasks.a.outputs" is not a valid pattern: it leaves its root folder"#
    ),
    (
      #""a": {"command": ["x"], "match": ["tag:"]}"#,
      #"w.json:2:35: "tag:" in "tasks.a.match" needs the name of a tag"#
    ),
    (
      #""a": {"command": ["x"], "cache": 1}"#,
      #"w.json:2:34: "tasks.a.cache" must be true or false, not a number"#
    ),
  ])
  func whatIsWrongIsSaidWhereItStands(_ text: String, _ message: String) {
    #expect(throws: Failure.self) { try parse(text) }
    do throws(Failure) { _ = try parse(text) } catch { #expect(error.message == message) }
  }

  @Test func namesThatCommandLinesCannotTakeAreRefused() {
    for name in ["-x", "//x", "a b", "^a", "", "ä"] {
      #expect(throws: Failure.self, "\(name)") { try parse("\"\(name)\": {\"command\": [\"x\"]}") }
    }
  }

  /// What lies upstream is another place.
  @Test func upstreamIsNoCircle() throws {
    #expect(try parse(#""a": {"command": ["x"], "dependsOn": ["^a"]}"#).count == 1)
    #expect(
      try parse(#""a": {"command": ["x"], "dependsOn": ["b"]}, "b": {"command": ["x"], "dependsOn": ["^a"]}"#)
        .count == 2)
  }
}
