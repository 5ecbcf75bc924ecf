import Base
import TestSupport
import Testing

@testable import Runner

@Suite("How long things take")
struct DurationTests {
  @Test("the median of what passed, whatever the rest took")
  func median() throws {
    let history = try HistorySandbox().history()
    let core = ModuleID.named("Core")
    for (time, seconds) in [3.0, 100, 1, 2].enumerated() {
      try history.record(.of([.passed("Core", seconds)]), .at(time))
    }
    #expect(try history.expectedSeconds() == [core: 2.5])
    for outcome in ModuleReport.Outcome.allCases where outcome != .passed {
      try history.record(.of([.passed("Core", 77, outcome)]), .at(9))
    }
    try history.record(.of([.passed("Core", 77)]), .at(9, isFiltered: true))
    try history.record(.of([.passed("Core", 77)], .stopped), .at(9))
    #expect(try history.expectedSeconds() == [core: 2.5])
    #expect(try history.moduleDurations() == [ModuleDuration(id: core, seconds: 2.5, passes: 4)])
  }

  @Test("a lasting change counts after a few runs")
  func change() throws {
    let history = try HistorySandbox().history()
    for time in 0..<30 { try history.record(.of([.passed("Core", time < 24 ? 1 : 10)]), .at(time)) }
    #expect(try history.expectedSeconds() == [.named("Core"): 10])
  }

  @Test("slowest first, among the last runs if so wanted")
  func slowest() throws {
    let history = try HistorySandbox().history()
    func cases(_ seconds: Double) -> [CaseReport] {
      [
        CaseReport(name: "T.slow()", outcome: .passed, seconds: seconds),
        CaseReport(name: "T.quick()", outcome: .passed, seconds: seconds / 10),
        CaseReport(name: "T.silent()", outcome: .passed),
        CaseReport(name: "T.skipped()", outcome: .skipped, seconds: 99),
      ]
    }
    try history.record(.of([.passed("Old", 50, cases: cases(40))]), .at(1))
    try history.record(
      .of([.passed("Core", 2, cases: cases(1)), .passed("App", 9, cases: cases(8))]), .at(2))
    try history.record(.of([.passed("Core", 4, cases: cases(3))]), .at(3))
    #expect(try history.moduleDurations().map(\.id) == [.named("Old"), .named("App"), .named("Core")])
    #expect(try history.moduleDurations(last: 2).map(\.seconds) == [9, 3])
    #expect(try history.moduleDurations(last: 99).count == 3)
    #expect(
      try history.caseDurations(last: 2).map { "\($0.module.name) \($0.name) \($0.seconds) \($0.passes)" }
        == [
          "AppTests T.slow() 8.0 1", "CoreTests T.slow() 2.0 2", "AppTests T.quick() 0.8 1",
          "CoreTests T.quick() 0.2 2",
        ])
  }

  @Test("a median needs no luck", arguments: [[], [4], [1, 9], [9, 1, 5], [3, 3, 3, 1000]] as [[Double]])
  func medianOf(_ numbers: [Double]) {
    let below = numbers.count { $0 < numbers.median }
    let above = numbers.count { $0 > numbers.median }
    #expect(below <= numbers.count / 2 && above <= numbers.count / 2)
    #expect(
      numbers.isEmpty ? numbers.median == 0 : (numbers.min()!...numbers.max()!).contains(numbers.median))
  }
}
