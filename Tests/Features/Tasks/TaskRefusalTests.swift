import Base
import ProgramSupport
import TestSupport
import Testing

/// What would destroy something, or cannot be meant, is refused before anything starts.
@Suite struct TaskRefusalTests {
  private func making(_ outputs: String, _ more: String = #", "inputs": ["Sources/**"]"#) -> String {
    TaskSandbox.task("true", #""match": ["//Packages/Core"], "outputs": [\#(outputs)]"# + more)
  }

  private func refusal(_ box: TaskSandbox, _ line: String) throws -> String {
    let result = box.run("\(line) --json")
    #expect(result.exitCode == 2)
    return try result.json["error"]?["code"]?.stringValue ?? ""
  }

  @Test func whatGitTracksIsNoOutput() throws {
    let box = try TaskSandbox(["format": making(#""Sources/**""#, #", "inputs": ["/note"]"#)])
    #expect(try refusal(box, "format --all") == "tracked-output")
    // Also where it does not lie at the moment.
    try box.sh("rm -r Packages/Core/Sources")
    #expect(try refusal(box, "format --all") == "tracked-output")
  }

  @Test func whatIsSomebodyElsesIsNotRemoved() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "echo x > made/x", #""match": ["//Packages/Core"], "inputs": [], "outputs": ["made/**"]"#)
    ])
    try box.shop.edit("Packages/Core/made/notes", "work of days")
    #expect(try refusal(box, "gen --all") == "foreign-output")
    #expect(box.contents("Packages/Core/made/notes") == "work of days")
    try box.sh("rm -r Packages/Core/made")
    #expect(box.run("gen --all").exitCode == 0)
    // What it made is its own, and Git should ignore it.
    #expect(try box.warnings("gen --all") == ["unignored-output"])
    try box.shop.edit("Packages/Core/made/notes", "work of days")
    #expect(try refusal(box, "gen --all") == "foreign-output")
    try box.shop.edit(".gitignore", ".build/\nmade/\n")
    #expect(try box.outcomes("gen --all") == ["gen //Packages/Core": "cached restored"])
  }

  /// A run that came to no good end is no excuse for taking what was put there after it.
  @Test func whatIsPutWhereARunBrokeOffIsNotRemoved() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "echo half > made/half; mkfifo made/pipe",
        #""match": ["//Packages/Core"], "inputs": [], "outputs": ["made/**"]"#)
    ])
    #expect(box.run("gen --all").exitCode == 1)
    // What it left is its own.
    let again = box.run("gen --all")
    #expect(again.exitCode == 1)
    #expect(again.output.contains("its output \"Packages/Core/made/pipe\" is not a file"))
    try box.shop.edit("Packages/Core/made/notes", "work of days")
    #expect(try refusal(box, "gen --all") == "foreign-output")
    #expect(box.contents("Packages/Core/made/notes") == "work of days")
  }

  @Test func aRepositoryWhereOutputsBelongIsKept() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "echo x > out/x; mkdir -p out/empty",
        #""match": ["//Packages/Core"], "inputs": [], "outputs": ["out/**"]"#)
    ])
    try box.sh("git init -q Packages/Core/out/nested; echo x > Packages/Core/out/nested/x")
    for _ in 0..<3 {
      #expect(box.run("gen --all --no-cache").exitCode == 0)
      try box.sh("test -f Packages/Core/out/nested/.git/HEAD")
    }
    for _ in 0..<2 {
      #expect(box.run("gen --all").exitCode == 0)
      try box.sh("test -f Packages/Core/out/nested/.git/HEAD; test -d Packages/Core/out/empty")
    }
  }

  @Test func nothingIsWrittenThroughLinks() throws {
    let box = try TaskSandbox([
      "gen": TaskSandbox.task(
        "true", #""match": ["//Packages/Core"], "inputs": [], "outputs": ["out/deep/*"]"#)
    ])
    try box.sh(
      "mkdir ../elsewhere; touch ../elsewhere/x; mkdir ../elsewhere/deep; touch ../elsewhere/deep/y; ln -s ../../../elsewhere Packages/Core/out"
    )
    let result = box.run("gen --all")
    #expect(result.exitCode == 1, "\(result.output)")
    #expect(result.output.contains("is behind the symbolic link \"Packages/Core/out\""))
    try box.sh("test -f ../elsewhere/deep/y")
  }

  @Test func definitionsThatCannotBeMeantAreRefused() throws {
    let box = try TaskSandbox([
      "shared": TaskSandbox.task(
        "true", #""match": ["//Packages/Core:*"], "inputs": [], "outputs": ["out/x"]"#)
    ])
    #expect(try refusal(box, "shared --all") == "shared-output")
    try box.configure(["own": making(#""Sources/**""#)])
    #expect(try refusal(box, "own --all") == "output-is-input")
    try box.configure(["none": #"{"command": ["no-such-program"], "match": ["//Packages/Core"]}"#])
    #expect(try refusal(box, "none --all") == "missing-program")
    try box.configure(["lint": making(#""out/**""#), "gen": making(#""made/**""#)])
    #expect(try refusal(box, "lnt") == "unknown-task")
    #expect(box.run("lnt").errors.hasPrefix("error: no task \"lnt\"; nearest \"lint\"\n"))
    #expect(try refusal(box, "lint --head HEAD") == "unsupported-head")
    #expect(try refusal(box, "lint //Packages/Cor") == "unknown-module")
    try box.configure(["none": #"{"command": ["true"], "match": ["tag:none"]}"#])
    #expect(try refusal(box, "none --all") == "empty-task")
    #expect(box.run("none --all --allow-empty").exitCode == 0)
    try box.configure(["a": #"{"command": ["true"], "dependsOn": ["b"]}"#])
    #expect(try refusal(box, "a") == "config-unknown-name")
  }

  @Test func withoutANameTasksAreListed() throws {
    let box = try TaskSandbox(["lint": making(#""out/**""#), "gen": TaskSandbox.task("true")])
    #expect(box.run("--quiet").output == "gen\nlint\n")
    #expect(
      box.run("").lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "gen 3 packages", "lint 1 package",
      ])
    #expect(try box.run("--json").json["tasks"]?.arrayValue?.count == 2)
  }
}
