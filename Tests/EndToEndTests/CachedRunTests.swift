import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What a run proves is not run again, and what proves nothing is: with real builds, in one workspace.
@Suite struct CachedRunTests {
  /// A test that can be told to fail, and to meddle with a source, by files that no manifest tells of.
  private static let test = """
    import Foundation
    import Testing

    @Test func t() throws {
      print("counted once more")
      #expect(!FileManager.default.fileExists(atPath: "../../outside/fail"))
      if FileManager.default.fileExists(atPath: "../../outside/meddle") {
        // A path in a literal would be an input.
        let source = ["Sources", "Core", "Core.swift"].joined(separator: "/")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        try (text + "\\n").write(toFile: source, atomically: false, encoding: .utf8)
        try text.write(toFile: source, atomically: false, encoding: .utf8)
      }
    }

    """

  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", Self.test)
    // Beside the workspace's packages, and of no interest to Git.
    try sandbox.edit(".gitignore", ".build/\noutside/\n")
    try sandbox.git.commitAll("shop")
  }

  /// From then on nobody sees what tests look at.
  private func observeNothing() throws {
    let entry = #""//Packages/*:*": {"test": {"observe": false}}"#
    try sandbox.edit("workspace.json", "{\"version\": 1, \"modules\": {\(entry)}}")
    try sandbox.git.commitAll("shop")
  }

  private func run(_ flags: String = "", environment: [String: String] = [:]) throws -> (
    outcome: String?, source: String?, result: CommandSandbox.Result
  ) {
    let result = sandbox.run("test --all //Packages/Core --json \(flags)", environment: environment)
    let module = try result.json["modules"]?.arrayValue?.first
    return (module?["outcome"]?.stringValue, module?["source"]?.stringValue, result)
  }

  private func warnings(_ result: CommandSandbox.Result) throws -> [String] {
    (try result.json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test func whatNothingDeclaresIsSeen() throws {
    #expect(try run().outcome == "passed")
    let again = try run()
    #expect(again.outcome == "cached")
    #expect(try again.result.json["modules"]?.arrayValue?.first?["gate"]?.stringValue == "key")
    // What no module owns, and no test looks at.
    try sandbox.edit("ci.yml", "on: push\n")
    #expect(try run().outcome == "passed", "what was seen is not all that there is to see")
    let why = sandbox.run("why CoreTests").lines.last
    #expect(why == "its tests need not run: they passed with the same key")
    // A comment leaves what is built as it was.
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n// more\n")
    let commented = try run()
    #expect(commented.outcome == "cached")
    #expect(commented.source == "product")
    #expect(try run().source == "local", "it is recorded for the new key")
    #expect(try run("--no-gates").source == "run", "nobody ran it under that key")
    #expect(try run("--no-gates").source == "local")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n// and more\n")
    #expect(try run("--no-gates").outcome == "passed")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n// and still more\n")
    try sandbox.edit("ci.yml", "on: pull_request\n")
    #expect(try run().source == "run", "more than a source has changed")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n// still more\n")
    #expect(try run("--audit 1").source == "run", "of what is built as before an audit looks at the first")

    try sandbox.edit("outside/fail", "")
    #expect(try run().outcome == "failed")
    try sandbox.remove("outside/fail")
    #expect(try run().outcome == "cached", "that is as it was")
    let listed = try run("--audit-inputs")
    #expect(listed.outcome == "passed")
    let inputs = try listed.result.json["inputs"]?.arrayValue?.first?["inputs"]?.arrayValue ?? []
    let places = inputs.map { "\($0["cover"]?.stringValue ?? "") \($0["place"]?.stringValue ?? "")" }
    #expect(places.contains("undeclared outside/fail"))

    try sandbox.edit("outside/meddle", "")
    let meddled = try run()
    #expect(meddled.outcome == "passed")
    #expect(try warnings(meddled.result).contains("unrecordable-test"))
    #expect(try run().outcome == "passed", "it is not recorded")
  }

  /// The default branch runs what was left out on its way there, and once is enough.
  @Test func theDefaultBranchMayRunWhatItsProductStoodFor() throws {
    let ci = ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main"]
    let pull = ci.merging(["GITHUB_REF": "refs/pull/7/merge", "GITHUB_EVENT_NAME": "pull_request"]) { $1 }
    var edits = 0
    func source(_ gates: String, _ environment: [String: String], edit: Bool = true) throws -> String? {
      edits += edit ? 1 : 0
      let text = "public let x = 1\n" + String(repeating: "// more\n", count: edits)
      try sandbox.edit("Packages/Core/Sources/Core/Core.swift", text)
      try sandbox.edit("workspace.json", #"{"version": 1, "run": {"gates": "\#(gates)"}}"#)
      return try run(environment: environment).source
    }
    #expect(try source("pull-requests", ci) == "run")
    #expect(try source("pull-requests", pull) == "product")
    #expect(try source("pull-requests", pull, edit: false) == "local")
    #expect(
      try source("pull-requests", ci, edit: false) == "run", "the record of the pull request is another's")
    #expect(try source("pull-requests", ci, edit: false) == "local")
    #expect(try source("pull-requests", [:]) == "product", "what main recorded counts for everybody")
    #expect(try source("never", [:], edit: false) == "run")
    #expect(try source("never", [:]) == "run")
    #expect(try source("always", [:]) == "product")
  }

  @Test func whatPassedIsNotRunAgain() throws {
    try observeNothing()
    let first = try run()
    #expect(first.outcome == "passed")
    #expect(try first.result.json["build"]?["state"]?.stringValue == "fresh")
    let again = try run()
    #expect(again.outcome == "cached")
    #expect(again.source == "local")
    #expect(again.result.exitCode == 0)
    #expect(try again.result.json["build"]?["invocations"]?.intValue == 0)
    #expect(try again.result.json["build"]?["state"]?.isNull == true)
    #expect(sandbox.run("test --all //Packages/Core -v").errors.contains("counted once more"), "no replay")

    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    #expect(try run().outcome == "passed")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n")
    #expect(try run().outcome == "cached", "a revert has passed before")
    let warm = try run("--no-cache")
    #expect(warm.outcome == "passed")
    #expect(try warm.result.json["build"]?["state"]?.stringValue == "warm")
    #expect(try run("--filter t").outcome == "passed")

    // The tests read what nobody declared and nobody saw: only an audit can find that out.
    try sandbox.edit("outside/fail", "")
    #expect(try run().outcome == "cached")
    let audited = try run("--audit 100")
    #expect(audited.outcome == "failed")
    #expect(audited.result.exitCode == 1)
    #expect(try warnings(audited.result) == ["audit-failed"])
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 3\n")
    #expect(try run().outcome == "failed")
    let failing = try run("--audit 100")
    #expect(failing.outcome == "failed", "a failure is never recorded")
    #expect(try warnings(failing.result) == [], "what had to run contradicts nothing")
    try sandbox.remove("outside/fail")

    try sandbox.edit("outside/meddle", "")
    let meddled = try run()
    #expect(meddled.outcome == "passed")
    #expect(try warnings(meddled.result) == ["input-changed"])
    try sandbox.remove("outside/meddle")
    #expect(try run().outcome == "passed", "its inputs had changed while it ran")
    #expect(try run().outcome == "cached")
  }
}
