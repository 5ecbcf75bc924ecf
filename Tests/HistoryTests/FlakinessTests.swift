import Graph
import TestSupport
import Testing

@testable import Runner

@Suite("Flaky modules")
struct FlakinessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Outcome and key of one module in run after run.
    let runs: [(ModuleReport.Outcome, key: String?)]
    let retried: Int
    let contradicted: Int

    init(
      _ name: String, _ runs: [(ModuleReport.Outcome, key: String?)], retried: Int = 0, contradicted: Int = 0
    ) {
      testDescription = name
      self.runs = runs
      self.retried = retried
      self.contradicted = contradicted
    }
  }

  @Test(
    arguments: [
      Case("always passed", [(.passed, "a"), (.passed, "b"), (.cached, "b")]),
      Case("failed with one key, passed with the next", [(.failed, "a"), (.passed, "b")]),
      Case("failed with the same key again and again", [(.failed, "a"), (.crashed, "a")]),
      Case("nobody knows the keys", [(.failed, nil), (.passed, nil)]),
      Case("not built and skipped say nothing", [(.passed, "a"), (.buildFailed, "a"), (.skipped, "a")]),
      Case("passed after a retry", [(.flaky, nil), (.passed, "a")], retried: 1),
      Case("both outcomes", [(.passed, "a"), (.failed, "a"), (.failed, "b")], contradicted: 1),
      Case("fails here, passed elsewhere", [(.crashed, "a"), (.cached, "a")], contradicted: 1),
      Case(
        "all at once", [(.timedOut, "a"), (.flaky, "a"), (.failed, "a"), (.flaky, "b")], retried: 2,
        contradicted: 2),
    ])
  func detection(_ test: Case) throws {
    let history = try HistorySandbox().history()
    for (time, run) in test.runs.enumerated() {
      try history.record(.of([.passed("Core", 1, run.0, key: run.key), .passed("App", key: "a")]), .at(time))
    }
    let found = try history.flakyModules()
    #expect(found.count == (test.retried + test.contradicted > 0 ? 1 : 0))
    #expect(found.map(\.id) == Array(repeating: .named("Core"), count: found.count))
    #expect(found.first?.retried ?? 0 == test.retried)
    #expect(found.first?.contradicted ?? 0 == test.contradicted)
  }

  @Test("a case in quarantine that fails counts, though its module passes")
  func quarantined() throws {
    let history = try HistorySandbox().history()
    let line = QuarantineLine(
      cases: try #require(CasePattern("T.a()")), owner: "o", reason: "r", until: "2027-01-15")
    for (time, outcome) in [CaseReport.Outcome.failed, .passed, .failed].enumerated() {
      var report = ModuleReport.passed("Core", key: "a", cases: [CaseReport(name: "T.b()", outcome: .passed)])
      let failures = outcome == .failed ? [CaseFailure(testCase: "T.a()", message: "no")] : []
      report.quarantined = [QuarantinedCase(name: "T.a()", line: line, outcome: outcome, failures: failures)]
      try history.record(.of([report]), .at(time))
    }
    let found = try #require(try history.flakyModules().first)
    #expect(found.contradicted == 2)
    #expect(found.cases == [FlakyCase(name: "T.a()", failures: 2)])
    #expect(try history.failedModules().isEmpty)
  }

  @Test("runs that were stopped or filtered are no evidence")
  func partialRuns() throws {
    let history = try HistorySandbox().history()
    try history.record(.of([.passed("Core", key: "a")]), .at(1))
    try history.record(.of([.passed("Core", 1, .failed, key: "a")], .stopped), .at(2))
    try history.record(.of([.passed("Core", 1, .failed, key: "a")], .failed), .at(3, isFiltered: true))
    #expect(try history.flakyModules().isEmpty)
  }

  @Test("the cases to blame, how often, when last; the least reliable module first")
  func details() throws {
    let history = try HistorySandbox().history()
    func run(_ time: Int, _ core: ModuleReport) throws {
      try history.record(.of([core, .passed("App", 1, time == 1 ? .flaky : .passed)]), .at(time))
    }
    func cases(_ outcomes: (String, CaseReport.Outcome)...) -> [CaseReport] {
      outcomes.map { CaseReport(name: $0.0, outcome: $0.1) }
    }
    try run(1, .passed("Core", key: "a", cases: cases(("T.a()", .passed), ("T.b()", .passed))))
    try run(2, .passed("Core", 1, .failed, key: "a", cases: cases(("T.a()", .failed), ("T.b()", .passed))))
    try run(3, .passed("Core", 1, .flaky, key: "a", cases: cases(("T.a()", .passed)), failures: ["T.a()"]))
    try run(4, .passed("Core", 1, .crashed, key: "a", failures: ["T.b()", "CoreTests"]))
    try run(5, .passed("Core", 1, .failed, key: "b", cases: cases(("T.c()", .failed))))
    let found = try history.flakyModules()
    #expect(
      found == [
        FlakyModule(
          id: .named("Core"), runs: 5, retried: 1, contradicted: 2, last: 4,
          cases: [FlakyCase(name: "T.a()", failures: 2), FlakyCase(name: "T.b()", failures: 1)]),
        FlakyModule(id: .named("App"), runs: 5, retried: 1, contradicted: 0, last: 1, cases: []),
      ])
    #expect(try history.flakyModules(last: 2).isEmpty)
  }
}
