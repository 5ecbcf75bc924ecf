package import Base

extension History {
  /// Returns the newest runs, newest first.
  package func runs(last count: Int) throws(Failure) -> [RecordedRun] {
    try file.read { database throws(Failure) in
      let rows = try database.prepare(
        """
        SELECT \(RecordedRun.columns) FROM run WHERE workspace = (SELECT id FROM workspace WHERE root = ?) ORDER BY id DESC LIMIT ?
        """
      ).rows([workspace, count], RecordedRun.init)
      return rows.compactMap(\.self)
    } ?? []
  }

  /// Returns the number of runs.
  package func runCount() throws(Failure) -> Int {
    try file.read { database throws(Failure) in
      try database.integer(
        "SELECT count(*) FROM run WHERE workspace = (SELECT id FROM workspace WHERE root = ?)", workspace)
    } ?? 0
  }

  /// Returns every test module that ever ran.
  package func modules() throws(Failure) -> [ModuleID] {
    try file.read { database throws(Failure) in
      try database.prepare(
        "SELECT package, name FROM module WHERE workspace = (SELECT id FROM workspace WHERE root = ?)"
      ).rows([workspace]) { ModuleID($0, 0) }
    }?.sorted() ?? []
  }

  /// Returns the results of one module in its newest runs, newest first.
  package func story(of module: ModuleID, last count: Int) throws(Failure) -> [RecordedModule] {
    try file.read { database throws(Failure) in
      let failed = try database.prepare(
        """
        SELECT name FROM case_run JOIN test_case ON test_case.id = test_case
        WHERE module_run = ? AND outcome = 'failed' ORDER BY name
        """)
      let rows = try database.prepare(
        """
        SELECT module_run.id, time, head, module_run.outcome, source, filtered, key, module_run.seconds, attempts, gate
        FROM module_run JOIN run ON run.id = run
        WHERE module = (
          SELECT id FROM module
          WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND package = ? AND name = ?)
        ORDER BY run DESC LIMIT ?
        """
      ).rows([workspace, module.package.bytes, module.name, count]) {
        (id: $0.integer(0), RecordedModule($0))
      }
      var story: [RecordedModule] = []
      for case (let id, var entry?) in rows {
        entry.failedCases = try failed.rows([id]) { $0.text(0) }
        story.append(entry)
      }
      return story
    } ?? []
  }
}

extension History {
  /// Returns the id of the last run before the newest `count`, or 0 when there are no more.
  func lastRun(before count: Int?, in database: Database) throws(Failure) -> Int {
    guard let count else { return 0 }
    return try database.integer(
      """
      SELECT id FROM run WHERE workspace = (SELECT id FROM workspace WHERE root = ?)
      ORDER BY id DESC LIMIT 1 OFFSET ?
      """, workspace, count)
  }
}

extension ModuleID {
  /// Reads two columns, of which `column` is the first.
  init(_ row: Row, _ column: Int32) {
    self.init(package: RelativePath(row.bytes(column)), name: row.text(column + 1))
  }
}

extension RecordedRun {
  static let columns = """
    time, action, head, base, selection, filtered, affected, seconds, saved_seconds,
    outcome, ran, cached, failed, build_seconds, product, unselected, unselected_seconds
    """

  /// Reads those columns. Returns nil for values that only a damaged database has.
  init?(_ row: Row) {
    guard let outcome = RunReport.Outcome(rawValue: row.text(9)) else { return nil }
    self.init(
      facts: RunFacts(
        time: row.integer(0), action: row.text(1), head: row.textIfPresent(2), base: row.textIfPresent(3),
        selection: row.text(4), isFiltered: row.integer(5) != 0, affected: row.integer(6),
        seconds: row.real(7), secondsSaved: row.real(8),
        unselected: row.textIfPresent(15).map { _ in .init(modules: row.integer(15), seconds: row.real(16)) }),
      outcome: outcome, ran: row.integer(10), cached: row.integer(11), failed: row.integer(12),
      gates: .init(key: row.integer(11) &- row.integer(14), product: row.integer(14)),
      buildSeconds: row.real(13))
  }
}

extension RecordedModule {
  fileprivate init?(_ row: Row) {
    guard let outcome = ModuleReport.Outcome(rawValue: row.text(3)),
      let source = ModuleReport.Source(rawValue: row.text(4))
    else { return nil }
    self.init(
      time: row.integer(1), head: row.textIfPresent(2), outcome: outcome, source: source,
      gate: row.textIfPresent(9).flatMap(Gate.init(reading:)),
      isFiltered: row.integer(5) != 0, key: row.textIfPresent(6), seconds: row.real(7),
      attempts: row.integer(8), failedCases: [])
  }
}

/// A test module that both passed and failed with nothing changed.
package struct FlakyModule: Sendable, Hashable {
  package var id: ModuleID
  /// The number of times that it ran.
  package var runs: Int
  /// The number of times that it passed only after a retry.
  package var retried: Int
  /// The number of times that it failed although the same inputs also passed.
  package var contradicted: Int
  /// The time of the last flaky run, in seconds since 1970.
  package var last: Int
  /// The cases that failed in flaky runs, the most frequent first.
  package var cases: [FlakyCase]
}

package struct FlakyCase: Sendable, Hashable {
  package var name: String
  package var failures: Int
}

extension History {
  /// The runs that count: all cases ran, and the module was built. A module that passed although a case in quarantine
  /// failed counts as failed.
  private static let evidence = """
    WITH evidence AS (
      SELECT module_run.id, module, source, key, time,
        CASE WHEN module_run.outcome = 'passed' AND EXISTS (
          SELECT 1 FROM case_run WHERE module_run = module_run.id AND case_run.outcome = 'failed')
        THEN 'failed' ELSE module_run.outcome END AS outcome
      FROM run JOIN module_run ON run = run.id
      WHERE complete = 1 AND workspace = (SELECT id FROM workspace WHERE root = ?1)
        AND run.id > ?2
        AND module_run.outcome IN ('passed', 'cached', 'flaky', 'failed', 'crashed', 'timed-out')
    ),
    contradiction AS (
      SELECT module, key FROM evidence WHERE key IS NOT NULL GROUP BY module, key
      HAVING max(outcome IN ('passed', 'cached', 'flaky')) AND max(outcome IN ('failed', 'crashed', 'timed-out'))
    ),
    misbehaviour AS (
      SELECT * FROM evidence WHERE outcome = 'flaky'
        OR outcome IN ('failed', 'crashed', 'timed-out') AND (module, key) IN contradiction
    )
    """

  /// Returns the flaky modules of the last `count` runs, the least reliable first.
  package func flakyModules(last count: Int? = nil) throws(Failure) -> [FlakyModule] {
    try file.read { database throws(Failure) in
      let start = try lastRun(before: count, in: database)
      let cases = try flakyCases(database, since: start)
      return try database.prepare(
        """
        \(Self.evidence)
        SELECT package, name,
          (SELECT count(*) FROM evidence WHERE evidence.module = module.id AND source = 'run'),
          sum(outcome = 'flaky'), sum(outcome != 'flaky'), max(time)
        FROM misbehaviour JOIN module ON module.id = module GROUP BY module
        """
      ).rows([workspace, start]) { row in
        let id = ModuleID(row, 0)
        return FlakyModule(
          id: id, runs: row.integer(2), retried: row.integer(3), contradicted: row.integer(4),
          last: row.integer(5), cases: cases[id] ?? [])
      }
    }?.sorted { ($1.rate, $0.id) < ($0.rate, $1.id) } ?? []
  }

  private func flakyCases(_ database: Database, since start: Int) throws(Failure) -> [ModuleID: [FlakyCase]] {
    let rows = try database.prepare(
      """
      \(Self.evidence)
      SELECT package, module.name, test_case.name, count(*) AS failures
      FROM misbehaviour JOIN module ON module.id = misbehaviour.module
        JOIN case_run ON module_run = misbehaviour.id AND case_run.outcome = 'failed'
        JOIN test_case ON test_case.id = test_case
      GROUP BY test_case.id ORDER BY failures DESC, test_case.name
      """
    ).rows([workspace, start]) {
      (ModuleID($0, 0), FlakyCase(name: $0.text(2), failures: $0.integer(3)))
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }
}

extension FlakyModule {
  /// The share of its runs that were flaky.
  package var rate: Double { Double(retried + contradicted) / Double(max(1, runs)) }
}

extension History {
  /// Returns the test modules whose latest result is a failure, in any run. A run of some cases only counts when it
  /// failed. A skipped module or one without a verdict has no result.
  package func failedModules() throws(Failure) -> [ModuleID] {
    try file.read { database throws(Failure) in
      try database.prepare(
        """
        SELECT package, name FROM module
        WHERE workspace = (SELECT id FROM workspace WHERE root = ?) AND (
          SELECT outcome FROM module_run
          WHERE module = module.id AND outcome NOT IN ('skipped', 'no-verdict') AND (complete = 1 OR outcome IN \(Self.failures))
          ORDER BY run DESC LIMIT 1
        ) IN \(Self.failures)
        """
      ).rows([workspace]) { ModuleID($0, 0) }
    }?.sorted() ?? []
  }

  private static let failures = "('failed', 'crashed', 'timed-out', 'build-failed')"
}
