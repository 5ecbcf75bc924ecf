import Graph
import TestSupport
import Testing

@testable import Runner

@Suite("What failed last")
struct FailuresTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let runs: [(outcome: ModuleReport.Outcome, isFiltered: Bool)]
    let isFailed: Bool
  }

  @Test(arguments: [
    Case(testDescription: "passed", runs: [(.failed, false), (.passed, false)], isFailed: false),
    Case(testDescription: "failed", runs: [(.passed, false), (.failed, false)], isFailed: true),
    Case(testDescription: "not built", runs: [(.buildFailed, false)], isFailed: true),
    Case(testDescription: "hung", runs: [(.timedOut, false)], isFailed: true),
    Case(testDescription: "passed on a retry", runs: [(.crashed, false), (.flaky, false)], isFailed: false),
    Case(
      testDescription: "passed before as it is now", runs: [(.crashed, false), (.cached, false)],
      isFailed: false),
    Case(testDescription: "skipped since", runs: [(.failed, false), (.skipped, false)], isFailed: true),
    Case(testDescription: "no verdict since", runs: [(.failed, false), (.noVerdict, false)], isFailed: true),
    Case(testDescription: "no verdict", runs: [(.noVerdict, false)], isFailed: false),
    Case(
      testDescription: "some cases passed since", runs: [(.failed, false), (.passed, true)], isFailed: true),
    Case(
      testDescription: "some case failed since", runs: [(.passed, false), (.failed, true)], isFailed: true),
  ])
  func theLastWordCounts(_ test: Case) throws {
    let history = try HistorySandbox().history()
    for (time, run) in test.runs.enumerated() {
      try history.record(
        .of([.passed("Core", 1, run.outcome)]), .at(time, isFiltered: run.isFiltered))
    }
    try history.record(.of([.passed("App")]), .at(9))
    #expect(try history.failedModules() == (test.isFailed ? [.named("Core")] : []))
  }

  @Test func otherWorkspacesHaveNoSay() throws {
    let sandbox = try HistorySandbox()
    try sandbox.history(of: "/other").record(.of([.passed("Core", 1, .failed)]), .at(1))
    #expect(try sandbox.history().failedModules().isEmpty)
  }
}
