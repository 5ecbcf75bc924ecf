import Base
import Runner
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("The reports of shards")
struct RunReportMergeTests {
  private struct Module {
    let id: String
    let outcome: String
    let attempts: Int
    var gate = "null"

    var json: String {
      #"{"id": "\#(id)", "outcome": "\#(outcome)", "attempts": \#(attempts), "gate": \#(gate), "laterField": [1.50, "x"]}"#
    }
  }

  private static func report(
    _ modules: [Module], outcome: String = "passed", packages: String = "", head: String = "aaaa",
    saved: Double = 0, warnings: String = "", state: String = "null", shard: String? = nil,
    name: String = "shard", base: String = "bbbb", mergeBase: String = "bbbb"
  ) throws -> RunReportFile {
    let failed = modules.count { $0.outcome == "failed" }
    let text = """
      {"schema": 1, "selection": "some", "outcome": "\(outcome)", "started": true,
       \(shard.map { #""shard": \#($0), "# } ?? "")"base": {"ref": "main", "commit": "\(base)", "mergeBase": "\(mergeBase)"}, "head": {"ref": "HEAD", "commit": "\(head)"},
       "modules": [\(modules.map(\.json).joined(separator: ","))], "packages": [\(packages)],
       "build": {"groups": 1, "seconds": 2.5, "invocations": 1, "state": \(state), "compiled": 10},
       "totals": {"affected": 40, "run": \(modules.count { $0.attempts > 0 }),
         "cached": \(modules.count { $0.outcome == "cached" }), "failed": \(failed), "secondsSaved": \(saved)},
       "fallback": null, "warnings": [\(warnings)], "laterPart": {"kept": true}}
      """
    return try RunReportFile(Array(text.utf8), name: name)
  }

  private static func merged(_ files: [RunReportFile]) throws -> JSONNode {
    try JSONParser.parse(Array(try RunReportMerge.joined(files).text.utf8))
  }

  private static func outcomes(_ report: JSONNode) -> [String: String] {
    let pairs = (report["modules"]?.arrayValue ?? []).map { module in
      (module["id"]?.stringValue ?? "", module["outcome"]?.stringValue ?? "")
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("Shards join where the base's branch went on, and not where they compare with another commit")
  func movedBase() throws {
    let first = try Self.report([], shard: #"{"number": 1, "count": 2, "plan": "p"}"#)
    let second = #"{"number": 2, "count": 2, "plan": "p"}"#
    #expect(throws: Never.self) {
      try RunReportMerge.joined([first, try Self.report([], shard: second, base: "cccc")])
    }
    #expect(throws: Failure.self) {
      try RunReportMerge.joined([first, try Self.report([], shard: second, mergeBase: "cccc")])
    }
  }

  @Test("cut into shards and joined again, a run is the same", arguments: 0..<30)
  func roundTrip(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let modules = (0..<Int.random(in: 1...20, using: &generator)).map { index in
      let outcome = ["passed", "failed", "cached", "flaky"].randomElement(using: &generator) ?? "passed"
      return Module(id: "//P\(index):T", outcome: outcome, attempts: outcome == "cached" ? 0 : 1)
    }
    let count = Int.random(in: 1...5, using: &generator)
    let shard = modules.map { _ in Int.random(in: 0..<count, using: &generator) }
    let leavesOut = Bool.random(using: &generator)
    let files = try (0..<count).map { number in
      // A shard names the others' modules as skipped, or not at all.
      let own = zip(modules, shard).compactMap { module, place in
        place == number
          ? module : leavesOut ? nil : Module(id: module.id, outcome: "skipped", attempts: 0)
      }
      let hasFailed = own.contains { $0.outcome == "failed" }
      return try Self.report(own, outcome: hasFailed ? "failed" : "passed")
    }
    let whole = try Self.merged([
      Self.report(modules, outcome: modules.contains { $0.outcome == "failed" } ? "failed" : "passed")
    ])
    let joined = try Self.merged(files.shuffled(using: &generator))
    #expect(Self.outcomes(joined) == Self.outcomes(whole))
    for key in ["outcome", "selection"] { #expect(joined[key]?.stringValue == whole[key]?.stringValue) }
    for key in ["affected", "run", "cached", "failed"] {
      #expect(joined["totals"]?[key]?.intValue == whole["totals"]?[key]?.intValue, "\(key)")
    }
  }

  @Test("builds add up, and what somebody else writes stays")
  func sums() throws {
    let broken = #"{"package": "P", "outcome": "build-failed", "errors": []}"#
    let built = #"{"package": "P", "outcome": "built", "errors": []}"#
    let warning = #"{"code": "x", "message": "m", "hints": []}"#
    let module = Module(id: "//P:T", outcome: "passed", attempts: 1)
    let joined = try Self.merged([
      Self.report([module], packages: built, saved: 1.5, warnings: warning, state: "\"warm\""),
      Self.report(
        [Module(id: "//P:U", outcome: "cached", attempts: 0, gate: #""product""#)], outcome: "stopped",
        packages: broken, saved: 2, warnings: warning, state: "\"fresh\""),
    ])
    #expect(joined["outcome"]?.stringValue == "failed", "a package does not build")
    #expect(joined["build"]?["seconds"]?.doubleValue == 5)
    #expect(joined["build"]?["compiled"]?.intValue == 20)
    #expect(joined["build"]?["state"]?.stringValue == "fresh")
    #expect(joined["packages"]?.arrayValue?.map { $0["outcome"]?.stringValue } == ["build-failed"])
    #expect(joined["totals"]?["secondsSaved"]?.doubleValue == 3.5)
    #expect(joined["totals"]?["gates"]?["product"]?.intValue == 1)
    #expect(joined["totals"]?["gates"]?["key"]?.intValue == 0)
    #expect(joined["warnings"]?.arrayValue?.count == 1)
    #expect(joined["laterPart"]?["kept"]?.boolValue == true)
    let later = joined["modules"]?.arrayValue?.first?["laterField"]?.arrayValue?.first
    if case .number(let digits) = later?.value {
      #expect(digits == "1.50")
    } else {
      Issue.record("no number")
    }
  }

  @Test("a failure counts, whatever the file says of the whole")
  func edited() throws {
    let failed = Module(id: "//A:ATests", outcome: "failed", attempts: 1)
    let joined = try Self.merged([Self.report([failed]), Self.report([])])
    #expect(joined["outcome"]?.stringValue == "failed")
  }

  @Test(
    "a failure anywhere counts most, then what has no verdict",
    arguments: [
      (["passed", "passed"], "passed"), (["passed", "incomplete"], "incomplete"),
      (["incomplete", "failed"], "failed"), (["stopped", "failed"], "failed"),
      (["stopped", "incomplete"], "stopped"),
    ])
  func outcome(_ outcomes: [String], _ expected: String) throws {
    let joined = try RunReportMerge.joined(outcomes.map { try Self.report([], outcome: $0) })
    #expect(joined.outcome == expected)
  }

  @Test("a module without a verdict is no failure, and no pass")
  func noVerdict() throws {
    let joined = try Self.merged([
      Self.report([Module(id: "//A:T", outcome: "no-verdict", attempts: 0)]),
      Self.report([
        Module(id: "//A:T", outcome: "skipped", attempts: 0),
        Module(id: "//B:T", outcome: "passed", attempts: 1),
      ]),
    ])
    #expect(joined["outcome"]?.stringValue == "incomplete")
    #expect(Self.outcomes(joined) == ["//A:T": "no-verdict", "//B:T": "passed"])
    #expect(joined["totals"]?["failed"]?.intValue == 0)
    #expect(joined["totals"]?["noVerdict"]?.intValue == 1)
  }

  private static func shard(_ number: Int, of count: Int = 3, plan: String?) throws -> RunReportFile {
    let plan = plan.map { #", "plan": "\#($0)""# } ?? ""
    return try report(
      [], shard: #"{"number": \#(number), "count": \#(count)\#(plan)}"#, name: "\(number)-\(plan.count)")
  }

  @Test(
    "all shards are of one plan, each once",
    arguments: [
      ([(1, "a"), (2, "a"), (3, "a")], nil),
      ([(1, "a"), (2, "b"), (3, "a")], .otherPlan),
      ([(1, "a"), (2, nil), (3, "a")], .otherPlan),
      ([(1, nil), (2, "a"), (3, "a")], .otherPlan),
      ([(1, nil), (2, nil), (3, nil)], .otherPlan),
      ([(1, "a"), (2, "a"), (2, "a"), (3, "a")], .doubled),
      ([(1, "a"), (3, "a")], .missing),
    ] as [([(Int, String?)], Failure.RunReport?)])
  func plans(_ shards: [(number: Int, plan: String?)], _ code: Failure.RunReport?) throws {
    let files = try shards.map { try Self.shard($0.number, plan: $0.plan) }
    guard let code else {
      #expect(throws: Never.self) { try RunReportMerge.joined(files) }
      return
    }
    let error = try #require(throws: Failure.self) { try RunReportMerge.joined(files) }
    #expect(error.code == code.rawValue)
  }

  @Test("which report is of which plan is said")
  func namedPlans() throws {
    let error = try #require(throws: Failure.self) {
      try RunReportMerge.joined([
        Self.report([], shard: #"{"number": 1, "count": 2, "plan": "0123456789abcdef"}"#, name: "one.json"),
        Self.report([], shard: #"{"number": 2, "count": 2, "plan": "fedcba9876543210"}"#, name: "two.json"),
      ])
    }
    #expect(
      error.message
        == #"the shards follow different plans: "one.json" has plan 0123456789ab..., "two.json" has plan fedcba987654..."#
    )
  }

  @Test("shards of different changes are not joined")
  func different() throws {
    let error = try #require(throws: Failure.self) {
      try RunReportMerge.joined([Self.report([]), Self.report([], head: "cccc")])
    }
    #expect(error.code == Failure.RunReport.different.rawValue)
  }

  @Test(
    "what is no report is told apart",
    arguments: [
      ("", Failure.RunReport.unreadable), ("{}", .unreadable), ("[1]", .unreadable),
      ("{\"a\": ", .unreadable),
      (#"{"schema": 2, "outcome": "passed", "modules": []}"#, .unreadable),
      (#"{"schema": 1, "outcome": "passed"}"#, .unreadable),
      (#"{"schema": 1, "error": {"code": "x", "message": "no disk"}}"#, .noVerdict),
    ])
  func unreadable(_ text: String, _ code: Failure.RunReport) throws {
    let error = try #require(throws: Failure.self) {
      try RunReportFile(Array(text.utf8), name: "a\u{1B}[31m.json")
    }
    #expect(error.code == code.rawValue)
    #expect(error.message.contains("a\\x1b[31m.json"))
  }

  @Test("the gate of an earlier version counts as the key")
  func earlierGate() throws {
    let modules = [("//A:A", #""observed""#), ("//B:B", #""product""#)].map { id, gate in
      Module(id: id, outcome: "cached", attempts: 0, gate: gate)
    }
    let file = try Self.report(modules)
    let gates = try Self.merged([file])["totals"]?["gates"]
    #expect(["key", "product", "observed"].map { gates?[$0]?.intValue } == [1, 1, nil])
    #expect(ReportedRun(file).gates == GateCounts(key: 1, product: 1))
  }

  @Test("one filtered report makes the joined report a filtered one")
  func filtered() throws {
    let reports = try ["", #""filter": "A/b", "#].map { field in
      let text = #"{"schema": 1, \#(field)"outcome": "passed", "modules": []}"#
      return try RunReportFile(Array(text.utf8), name: "x")
    }
    #expect(try Self.merged(reports)["filter"]?.stringValue == "A/b")
    #expect(try Self.merged([reports[0], reports[0]])["filter"] == nil)
  }

  @Test("numbers that no run ever had end nothing")
  func absurd() throws {
    let text = """
      {"schema": 1, "outcome": "passed", "modules": [
        {"id": "a", "outcome": "new-word", "seconds": 1e400, "attempts": 9223372036854775807,
         "cases": {"passed": 9223372036854775807, "failed": -5}}],
       "build": {"seconds": 1e308, "compiled": 1e300}, "totals": {"secondsSaved": 1e999, "affected": 1.5}}
      """
    let file = try RunReportFile(Array(text.utf8), name: "x")
    let run = ReportedRun(file)
    #expect(run.failed.map(\.id) == ["a"])
    #expect(!run.summary.isEmpty)
    #expect(throws: Never.self) { try RunReportMerge.joined([file, file]) }
  }
}
