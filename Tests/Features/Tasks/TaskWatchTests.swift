import Base
import ProgramSupport
import TestSupport
import Testing

/// What commands are seen to do beside what they declare.
@Suite(.enabled(if: HostPlatform.isLinux)) struct TaskWatchTests {
  private let id = "t //Packages/Core"

  private func box(_ script: String, _ more: String = #", "inputs": ["Sources/**"], "outputs": ["out/**"]"#)
    throws -> TaskSandbox
  {
    try TaskSandbox(["t": TaskSandbox.task(script, #""match": ["//Packages/Core"]"# + more)])
  }

  @Test func whatIsReadUndeclaredIsToldAndLookedAtAgain() throws {
    let box = try box("cat ../../shared/notes > out/x 2>/dev/null || echo none > out/x")
    #expect(try box.outcomes("t --all")[id] == "passed made")
    #expect(try box.outcomes("t --all")[id] == "cached present")
    // That there was none counts as well.
    try box.shop.edit("shared/notes", "one\n")
    let result = box.run("t --all")
    #expect(result.errors.contains("t //Packages/Core reads \"shared/notes\", which it does not declare"))
    #expect(result.errors.contains(#"to "inputs" of "tasks.t" in workspace.json: "/shared/notes""#))
    #expect(try box.outcomes("t --all")[id] == "cached present")
    try box.shop.edit("shared/notes", "two\n")
    // A change of it selects from now on.
    #expect(try box.outcomes("t")[id] == "passed made")
    #expect(box.contents("Packages/Core/out/x") == "two\n")
    try box.shop.edit("shared/notes", "one\n")
    _ = box.run("t --all")
    #expect(box.contents("Packages/Core/out/x") == "one\n")
  }

  @Test func whatIsWrittenUndeclaredIsToldAndNothingIsKept() throws {
    let box = try box("echo x > out/x; echo y > ../log")
    for _ in 0..<2 {
      let json = try box.run("t --all --json").json
      let task = json["tasks"]?.arrayValue?.first
      #expect(task?["outcome"]?.stringValue == "passed")
      #expect(task?["undeclared"]?["writes"]?.arrayValue?.compactMap(\.stringValue) == ["Packages/log"])
      #expect(task?["unrecorded"]?.stringValue == "it writes to \"Packages/log\"")
    }
    #expect(try box.warnings("t --all") == ["undeclared-write"])
  }

  @Test func whatItMakesForItselfIsNothingToTell() throws {
    let box = try box(
      "mkdir -p out/deep; echo x > out/tmp; mv out/tmp out/deep/x; cat out/deep/x; touch scratch; rm scratch")
    let json = try box.run("t --all --json").json
    #expect(json["tasks"]?.arrayValue?.first?["unrecorded"]?.stringValue == nil)
    #expect(json["warnings"]?.arrayValue?.isEmpty == true)
    #expect(try box.outcomes("t --all")[id] == "cached present")
  }

  @Test func listingWhatIsDeclaredIsDeclared() throws {
    let box = try box("ls -R Sources > out/x")
    #expect(try box.outcomes("t --all")[id] == "passed made")
    #expect(try box.warnings("t --all --no-cache") == [])
    try box.shop.edit("Packages/Core/Sources/Core/More.swift", "")
    #expect(try box.outcomes("t --all")[id] == "passed made")
    // A name in a folder that is not declared counts because it was seen.
    try box.configure([
      "t": TaskSandbox.task(
        "ls > out/x", #""match": ["//Packages/Core"], "inputs": ["Sources/**"], "outputs": ["out/**"]"#)
    ])
    #expect(try box.outcomes("t --all")[id] == "passed made")
    #expect(try box.outcomes("t --all")[id] == "cached present")
    try box.shop.edit("Packages/Core/README.txt", "")
    #expect(try box.outcomes("t --all")[id] == "passed made")
  }

  @Test func withoutAWitnessTheKeyDecides() throws {
    let box = try box(
      "cat ../../shared/notes > out/x", #", "inputs": [], "outputs": ["out/**"], "observe": false"#)
    try box.shop.edit("shared/notes", "one\n")
    #expect(try box.outcomes("t --all")[id] == "passed made")
    try box.shop.edit("shared/notes", "two\n")
    #expect(try box.outcomes("t --all")[id] == "cached present")
  }
}
