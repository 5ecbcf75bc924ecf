import Base
import ProgramSupport
import TestSupport
import Testing

/// Lines of `test.quarantine` in real runs: against a base, on their last day, and in what is recorded.
@Suite struct QuarantinedRunTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Testing
      @Test func flaky() { #expect(Bool(false)) }
      @Test func good() {}

      """)
    try sandbox.edit("workspace.json", Self.configuration([]))
    try sandbox.git.commitAll("shop")
  }

  private static func configuration(_ lines: [String]) -> String {
    """
    {"modules": {"//**:*": {"test": {"observe": false}}}, "test": {"quarantine": [
      \(lines.joined(separator: ",\n  "))
    ]}}

    """
  }

  private static let line =
    #"{"cases": "CoreTests.flaky()", "owner": "@shop/core", "reason": "bug 12", "until": "2027-01-15"}"#
  private static let longer =
    #"{"cases": "CoreTests.flaky()", "owner": "@shop/core", "reason": "bug 12", "until": "2028-01-15"}"#

  private static let lastDay = 1_799_971_200  // 2027-01-15

  private func test(_ flags: String, days: Int = 0) throws -> (
    exitCode: Int32, json: JSONNode, core: JSONNode?
  ) {
    let result = sandbox.run("test --json \(flags)", date: { Self.lastDay + days * 86_400 })
    let json = try result.json
    let core = json["modules"]?.arrayValue?.first { $0["id"]?.stringValue == "//Packages/Core:CoreTests" }
    return (result.exitCode, json, core)
  }

  private func warnings(_ json: JSONNode) -> Set<String> {
    Set(
      (json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }.filter {
        $0.hasPrefix("quarantine")
      })
  }

  @Test func theLifeOfALine() throws {
    try sandbox.edit("workspace.json", Self.configuration([Self.line]))
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    // A change puts aside no test that it may break.
    let added = try test("--base HEAD")
    #expect(added.exitCode == 1)
    #expect(added.core?["outcome"]?.stringValue == "failed")
    #expect(warnings(added.json) == ["quarantine-unconfirmed"])

    // Without a base the line counts.
    let junit = "\(sandbox.root)/.build/junit.xml"
    let all = try test("--all --junit \(junit)")
    #expect(all.exitCode == 0)
    #expect(all.core?["outcome"]?.stringValue == "passed")
    #expect(all.core?["cases"]?["failed"]?.intValue == 0)
    let held = try #require(all.core?["quarantined"]?.arrayValue?.first)
    #expect(held["case"]?.stringValue == "CoreTests.flaky()")
    #expect(held["outcome"]?.stringValue == "failed")
    #expect(held["owner"]?.stringValue == "@shop/core")
    #expect(held["failures"]?.arrayValue?.count == 1)
    #expect(all.json["totals"]?["quarantined"]?.intValue == 1)
    let file = try sandbox.contents(of: ".build/junit.xml")
    #expect(
      file.contains(
        #"<skipped type="quarantined" message="failed in quarantine until 2027-01-15 (@shop/core): bug 12""#))
    #expect(!file.contains("<failure"))

    // Nothing is recorded, so it runs again. The others are not run again.
    let again = try test("--all")
    #expect(again.core?["source"]?.stringValue == "run")
    #expect(again.core?["attempts"]?.intValue == 1)
    #expect(again.json["totals"]?["cached"]?.intValue == 2)

    // Once the base has the line, the line counts for a change.
    try sandbox.git.commitAll("shop")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 3\n")
    #expect(try test("--base HEAD").exitCode == 0)
    let text = sandbox.run("test --base HEAD", date: { Self.lastDay })
    #expect(text.exitCode == 0)
    #expect(text.output.contains("Failed in quarantine, not counted"))
    #expect(text.output.contains("in quarantine until 2027-01-15 (@shop/core): bug 12"))
    #expect(text.lines.last?.contains("1 failed in quarantine") == true)

    // A later day in the change does not count before the base has it.
    try sandbox.edit("workspace.json", Self.configuration([Self.longer]))
    #expect(try test("--base HEAD").exitCode == 0)
    #expect(try test("--base HEAD", days: 1).exitCode == 1)
    try sandbox.edit("workspace.json", Self.configuration([Self.line]))

    // After its last day its failures count again.
    let ended = try test("--base HEAD", days: 1)
    #expect(ended.exitCode == 1)
    #expect(warnings(ended.json) == ["quarantine-ended"])

    // A change that only removes the line runs the module, which fails.
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.edit("workspace.json", Self.configuration([]))
    let removed = try test("--base HEAD")
    #expect(removed.exitCode == 1)
    #expect(removed.json["modules"]?.arrayValue?.count == 1)

    // A line that matches no case is named.
    try sandbox.edit(
      "workspace.json",
      Self.configuration([
        #"{"cases": "CoreTests.none()", "owner": "x", "reason": "y", "until": "2027-01-15"}"#
      ]))
    #expect(warnings(try test("--all").json) == ["quarantine-unmatched"])
  }
}
