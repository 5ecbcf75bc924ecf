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
