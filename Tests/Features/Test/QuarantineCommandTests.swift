import Base
import ProgramSupport
import Reports
import TestSupport
import Testing

/// The lines of `test.quarantine` that count, by what a run is compared with. Nothing is built.
@Suite struct QuarantineCommandTests {
  private let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox() }

  private static let day = 1_799_971_200  // 2027-01-15

  private static func text(_ until: String = "2027-01-15", cases: String = "CoreTests.t()") -> String {
    """
    {"test": {"quarantine": [{"cases": "\(cases)", "owner": "@core", "reason": "flaky", "until": "\(until)"}]}}
    """
  }

  private func warnings(_ flags: String) -> [String] {
    let result = sandbox.run("test --dry-run \(flags)", date: { Self.day })
    #expect(result.exitCode == 0, "\(result.errors)")
    let words = [
      ("quarantine-unconfirmed", "does not count in this run"),
      ("quarantine-ended", "its failures count again"),
    ]
    return words.filter { result.errors.contains($0.1) }.map(\.0)
  }

  private func change(_ path: String = "Packages/Core/Sources/Core/Core.swift") throws {
    try sandbox.edit(path, "public let x = 7\n")
  }

  @Test func aLineThatTheChangeAddsDoesNotCount() throws {
    try sandbox.edit("workspace.json", Self.text())
    try change()
    #expect(warnings("--base main") == ["quarantine-unconfirmed"])
    #expect(warnings("--all") == [])
    #expect(warnings("Core") == [])
    // Nothing of it concerns the tests of other modules.
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 1\n")
    try change("Apps/Shop/Sources/Shop/Shop.swift")
    #expect(warnings("--base main") == [])
    try sandbox.git.commitAll("shop")
    try change()
    #expect(warnings("--base HEAD") == [])
    #expect(warnings("--base HEAD~1") == ["quarantine-unconfirmed"])
  }

  @Test func aListOfFilesCountsOnlyWithoutTheConfiguration() throws {
    try sandbox.edit("workspace.json", Self.text())
    #expect(warnings("--files Packages/Core/Sources/Core/Core.swift") == [])
    #expect(
      warnings("--files Packages/Core/Sources/Core/Core.swift --files workspace.json")
        == ["quarantine-unconfirmed"])
  }

  @Test func withoutAReadableBaseNoLineCounts() throws {
    try sandbox.edit("workspace.json", "{")
    try sandbox.git.commitAll("shop")
    try sandbox.edit("workspace.json", Self.text())
    #expect(warnings("--base HEAD") == ["quarantine-unconfirmed"])
  }

  @Test func anEndedLineIsNamedOnce() throws {
    try sandbox.edit("workspace.json", Self.text("2027-01-14"))
    try sandbox.git.commitAll("shop")
    try change()
    #expect(warnings("--base HEAD") == ["quarantine-ended"])
    #expect(warnings("--all") == ["quarantine-ended"])
    let said = sandbox.run("test --dry-run --base HEAD", date: { Self.day }).errors
    #expect(
      said.contains(
        #"the quarantine of "CoreTests.t()" ended on 2027-01-14: its failures count again"#))
  }

  @Test func aMalformedLineEndsWithItsPlace() throws {
    try sandbox.edit("workspace.json", Self.text("2027-13-01"))
    let result = sandbox.run("test --all --dry-run")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("workspace.json:1:"))
  }

  @Test func theDoctorWarnsAWeekBefore() throws {
    for (until, word) in [
      ("2027-01-14", "ended"), ("2027-01-15", "ends"), ("2027-01-22", "ends"), ("2027-01-23", nil),
    ] {
      try sandbox.edit("workspace.json", Self.text(until))
      let output = sandbox.run("doctor", date: { Self.day }).output
      #expect(output.contains("the quarantine of") == (word != nil), "\(until)")
      if let word { #expect(output.contains(#"the quarantine of "CoreTests.t()" \#(word) on \#(until)"#)) }
    }
  }

  @Test func aShardFollowsItsPlan() throws {
    try sandbox.edit("workspace.json", Self.text())
    try change()
    let plan = sandbox.git.path("plan.json")
    #expect(sandbox.run("plan --base main --shards 1 --out \(plan)").exitCode == 0)
    let shard = "--shard 1/1 --plan \(plan)"
    #expect(warnings(shard) == ["quarantine-unconfirmed"])
    // Flags of the shard cannot make the added line count.
    #expect(warnings("\(shard) --all") == ["quarantine-unconfirmed"])
    #expect(
      warnings("\(shard) --files Packages/Core/Sources/Core/Core.swift") == ["quarantine-unconfirmed"])
  }

  /// A shard has no base of its own where its plan has none.
  @Test func aPlanSaysIfItsBaseWasKnown() throws {
    func plan(_ selection: String, base: String = "null", fallback: String = "null") throws -> PlanFile {
      let text = """
        {"schema": 1, "modules": [], "builds": [], "shards": [{}], "selection": "\(selection)", "base": \(base),
         "fallback": \(fallback)}
        """
      return try PlanFile(Array(text.utf8), name: "plan")
    }
    #expect(try !plan("all").hasUnknownBase)
    #expect(try plan("all", fallback: #"{"code": "no-base"}"#).hasUnknownBase)
    #expect(try plan("some").hasUnknownBase)
    #expect(try !plan("some", base: #"{"ref": "main", "commit": "a", "mergeBase": "a"}"#).hasUnknownBase)
  }
}
