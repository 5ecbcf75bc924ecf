import Testing

@testable import Runner

@Suite("Where saved time came from")
struct SavingsTests {
  private func reused(
    _ name: String, _ seconds: Double, _ source: ModuleReport.Source, _ gate: Gate?
  ) -> ModuleReport {
    var module = ModuleReport.passed(name, seconds, .cached)
    (module.source, module.gate) = (source, gate)
    return module
  }

  private func facts(_ time: Int, saved: Double = 0) -> RunFacts {
    RunFacts(time: time, action: "test", affected: 2, secondsSaved: saved)
  }

  @Test("what was reused is told by place and gate, and adds up to what the run says")
  func parts() throws {
    let sandbox = try HistorySandbox()
    let history = sandbox.history()
    try history.record(
      .of([
        .passed("A", 5), .passed("B", 3, .failed), reused("C", 1, .local, .key), reused("D", 2, .local, .key),
        reused("E", 3, .remote, .key), reused("F", 0, .local, .product),
      ]), facts(100, saved: 12))
    try sandbox.history(of: "/other").record(.of([.passed("A", 99)]), facts(150))
    try history.record(
      .of([reused("A", 0, .product, .product), reused("B", 0, .remote, nil)]), facts(200, saved: 4))
    let savings = try history.savings()
    #expect(savings.map(\.run.facts.time) == [200, 100] && savings.map(\.ranSeconds) == [0, 8])
    #expect(
      savings[1].reuse == [
        .init(source: .local, gate: .key, modules: 2, seconds: 6),
        .init(source: .local, gate: .product, modules: 1, seconds: 0),
        .init(source: .remote, gate: .key, modules: 1, seconds: 6),
      ])
    // Nothing was timed: by number.
    #expect(savings[0].reuse.map(\.seconds) == [2, 2])
    #expect(try history.savings(last: 1).map(\.run.facts.time) == [200])
    #expect(try history.savings(since: 101).map(\.run.facts.time) == [200])
    #expect(try history.savings(since: 201).isEmpty)
    #expect(try sandbox.history(of: "/none").savings().isEmpty)
  }

  @Test("what a module's build takes is the mean of runs that passed and built")
  func builds() throws {
    let history = try HistorySandbox().history()
    #expect(try history.buildSecondsOfModule() == nil)
    try history.record(.of([.passed("A")]), facts(1))
    try history.record(.of([], .failed), facts(2))
    #expect(try history.buildSecondsOfModule() == 1.5)
  }

  @Test("a database of before what selection saves was counted says so")
  func older() throws {
    let sandbox = try HistorySandbox()
    try sandbox.history().record(.of([.passed("A")]), facts(1))
    let database = try Database(sandbox.database, creates: false)
    try database.execute(
      "ALTER TABLE run DROP COLUMN unselected; ALTER TABLE run DROP COLUMN unselected_seconds; "
        + "DROP TABLE module_build; PRAGMA user_version = 2"
    )
    #expect(try sandbox.history().savings().map(\.run.facts.unselected) == [nil])
    var later = facts(2)
    later.unselected = .init(modules: 4, seconds: 2.5)
    try sandbox.history().record(.of([]), later)
    #expect(try sandbox.history().runs(last: 9).map(\.facts.unselected) == [later.unselected, nil])
  }
}
