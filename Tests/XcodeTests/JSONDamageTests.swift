import Base
import TestSupport
import Testing

@testable import Xcode

/// Files in the JSON form that are no project: each is refused with a sentence and a line.
@Suite struct JSONDamageTests {
  private func problem(_ bytes: [UInt8]) -> XcodeProblem? {
    do {
      _ = try XcodeProject(reading: bytes, container: XcodeFixture.container, form: .json)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", "the document ends where a value is expected", 1),
      ("[]", "an object is expected here, not a list", 1),
      ("{}", "the project file has no \"files\"", 1),
      ("{\n<<<<<<< HEAD\n\"files\": [],\n}", "the file has an unresolved Git conflict", 2),
      ("{\"files\": [],\n=======\n}", "the file has an unresolved Git conflict", 2),
      ("{\"files\": [\n{}\n{}]}", "\",\" or the end of the list is expected here", 3),
      ("{\"files\":\n{}}", "a list is expected here, not an object", 2),
      ("{\"files\": [],\n\"files\": []}", "the key \"files\" appears twice", 2),
      ("{\"files\": [\n\"A.swift\"]}", "an object is expected here, not a string", 2),
      ("{\"files\": [{\n\"path\": \"<ODD>/A\"}]}", "the path has an unknown prefix", 2),
      ("{\"files\": [{\n\"path\": \"a\\\\\"}]}", "the path ends with an incomplete escape", 2),
      ("{\"files\": [{\n\"target-membership\": [{}]}]}", "a file names no build phase", 2),
      ("{\"files\": [],\n\"targets\": [{}]}", "a target has no name", 2),
      (
        "{\"files\": [],\n\"targets\": [{\"name\": \"\\u0001\"}]}",
        "a string begins with a control character",
        2
      ),
      ("{\"files\": [],\n\"build-settings\": {\"A\": 1}}", "a string is expected here, not a number", 2),
      (
        "{\"files\": [{\"kind\": \"folder\",\n\"membership-exceptions\": [{}]}]}",
        "exceptions of a folder name no target and no build phase", 2
      ),
    ] as [(String, String, Int)])
  func otherFilesAreRefused(text: String, message: String, line: Int) {
    let expected = XcodeProblem(message, in: "App/Shop.xcodeproj/project.xcproj", line: line)
    #expect(problem(Array(text.utf8)) == expected)
  }

  @Test func groupsThatAreNestedTooDeeplyAreRefused() {
    let text = "{\"files\": " + String(repeating: "[{\"children\": ", count: 50_000)
    #expect(problem(Array(text.utf8))?.message == "nested too deeply")
  }

  @Test func everyPrefixIsRefused() {
    let bytes = Array(JSONFixture.text.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    #expect(stride(from: 0, to: end, by: 7).filter { problem(Array(bytes[..<$0])) == nil } == [])
  }

  /// Nothing crashes or hangs, and what is refused is refused with a line.
  @Test(arguments: [(text, 10_000), (JSONFixture.text, 200)])
  func randomEditsAreReadOrRefused(text: String, rounds: Int) {
    let seed: UInt64 = 272
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds {
      var edited = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { edited.edit(with: Self.marks, &random) }
      if let problem = problem(edited), problem.line == nil {
        Issue.record("seed \(seed), round \(round): \(problem)")
      }
    }
  }

  private static let marks = Array("{}[]:,\"'/*\\ \nabc0<>".utf8)

  /// Names of one letter, so that edits make them name each other.
  private static let text = """
    {files: [
    {kind: "group", path: "G", children: [
    {path: "F", id: "f", "target-membership": ["T/compile-sources", {"build-phase": "id:p"}]},
    {kind: "variant-group", name: "V", "target-membership": ["T/copy/C"], children: [{path: "E"}]},
    {kind: "folder", path: "<PROJECT>/S", "target-membership": ["T"], "membership-exceptions": [{target: "U", inclusions: ["a"]}]}]}],
    packages: [{kind: "local", path: "K"}], configurations: [{name: "D", file: {anchor: "G/S", "relative-path": "x"}}, "R"],
    targets: [{name: "T", product: "G/F", dependencies: ["U", {target: "T"}, {kind: "package", package: "K", "product-name": "P"}],
    "build-phases": ["compile-sources", {kind: "copy", name: "C", id: "p"}, {kind: "script", script: ["a", "b"]}],
    "build-settings": {S: ["a"], "S[config=D]": "b"}}, {name: "U", kind: "aggregate"}]}
    """
}
