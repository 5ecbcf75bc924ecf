import Base
import TestSupport
import Testing

@testable import Runner

@Suite("How long modules take to compile")
struct BuildDurationTests {
  private static let core = ModuleID(package: "Packages/Core", name: "Core")
  private static let app = ModuleID(package: "Apps/Shop", name: "Shop")

  private func run(_ seconds: [ModuleID: Double], _ outcome: RunReport.Outcome = .passed) -> RunReport {
    var report = RunReport.of([], outcome)
    report.build.compileSeconds = seconds
    return report
  }

  @Test("the median of the newest builds as a whole, whatever became of the run")
  func median() throws {
    let history = try HistorySandbox().history()
    #expect(try history.compileSeconds() == [:])
    for (time, seconds) in [3.0, 100, 1].enumerated() {
      try history.record(run([Self.core: seconds]), .at(time))
    }
    try history.record(run([Self.core: 2, Self.app: 5], .failed), .at(9))
    try history.record(run([:]), .at(10))
    #expect(try history.compileSeconds() == [Self.core: 2.5, Self.app: 5])
    for time in 11..<30 { try history.record(run([Self.app: 7]), .at(time)) }
    #expect(try history.compileSeconds() == [Self.core: 2.5, Self.app: 7])
    // A module that was only compiled has run nothing.
    #expect(try history.expectedSeconds() == [:] && history.failedModules().isEmpty)
  }

  @Test("of another workspace nothing is known, and what is old leaves with its runs")
  func pruning() throws {
    let sandbox = try HistorySandbox()
    let history = sandbox.history(of: "/shop", .init(runs: 2))
    try history.record(run([Self.core: 3]), .at(1))
    #expect(try sandbox.history(of: "/other").compileSeconds() == [:])
    for time in 2..<8 { try history.record(run([Self.app: 1]), .at(time)) }
    #expect(try history.compileSeconds() == [Self.app: 1])
  }

  @Test("a history of before is taken over")
  func migration() throws {
    let sandbox = try HistorySandbox()
    let database: Database
    do {
      try sandbox.history().record(.of([]), .at(1))
      database = try Database(sandbox.database, creates: false)
      try database.execute("DROP TABLE module_build; PRAGMA user_version = 3")
    }
    #expect(try sandbox.history().compileSeconds() == [:])
    try sandbox.history().record(run([Self.core: 4]), .at(2))
    #expect(try sandbox.history().compileSeconds() == [Self.core: 4])
    #expect(try database.integer("PRAGMA user_version") == Schema.steps.count)
  }
}
