package import Base

extension History {
  /// Records a run, all of it or nothing, and prunes the history.
  package func record(_ report: RunReport, _ facts: RunFacts) throws(Failure) {
    try file.write { database throws(Failure) in
      let writer = try RunWriter(database, root: workspace)
      try writer.write(report, facts)
      try Pruning(database: database, limits: limits).prune(workspace: writer.workspace, now: facts.time)
    }
  }
}

/// Writes one run inside a transaction.
private struct RunWriter {
  let workspace: Int
  private let database: Database
  private let insertModule: Statement
  private let insertCase: Statement
  private let insertModuleRun: Statement
  private let insertCaseRun: Statement
  private let insertModuleBuild: Statement

  init(_ database: Database, root: String) throws(Failure) {
    self.database = database
    try database.prepare("INSERT OR IGNORE INTO workspace(root) VALUES (?)").run(root)
    workspace = try database.integer("SELECT id FROM workspace WHERE root = ?", root)
    insertModule = try database.prepare(
      "INSERT OR IGNORE INTO module(workspace, package, name) VALUES (?, ?, ?)")
    insertCase = try database.prepare("INSERT OR IGNORE INTO test_case(module, name) VALUES (?, ?)")
    insertModuleRun = try database.prepare(
      """
      INSERT OR REPLACE INTO module_run
        (run, module, outcome, source, complete, key, seconds, attempts, passed, failed, skipped, gate)
      SELECT ?1, id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14 FROM module
      WHERE workspace = ?2 AND package = ?3 AND name = ?4
      RETURNING id, module
      """)
    insertModuleBuild = try database.prepare(
      """
      INSERT OR REPLACE INTO module_build(run, module, seconds)
      SELECT ?1, id, ?5 FROM module WHERE workspace = ?2 AND package = ?3 AND name = ?4
      """)
    insertCaseRun = try database.prepare(
      """
      INSERT OR REPLACE INTO case_run(module_run, test_case, outcome, seconds)
      SELECT ?1, id, ?4, ?5 FROM test_case WHERE module = ?2 AND name = ?3
      """)
  }

  func write(_ report: RunReport, _ facts: RunFacts) throws(Failure) {
    let insert = try database.prepare(
      """
      INSERT INTO run
        (workspace, time, action, head, base, selection, filtered, outcome,
         affected, ran, cached, failed, seconds, saved_seconds, build_seconds, product,
         unselected, unselected_seconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """)
    let counts = RecordedRun(report, facts)
    let ids = try insert.rows([
      workspace, facts.time, facts.action, facts.head, facts.base, facts.selection, facts.isFiltered,
      report.outcome.rawValue, facts.affected, counts.ran, counts.cached, counts.failed, facts.seconds,
      facts.secondsSaved, counts.buildSeconds, counts.gates[.product],
      facts.unselected?.modules, facts.unselected?.seconds,
    ]) { $0.integer(0) }
    guard let run = ids.first else { return }
    let isComplete = !facts.isFiltered && !facts.isSlowed && report.outcome != .stopped
    for module in report.modules { try write(module, in: run, isComplete) }
    // The order is fixed, so that the same run is written the same way.
    for (module, seconds) in report.build.compileSeconds.sorted(by: { $0.key < $1.key }) {
      try write(module, took: seconds, in: run)
    }
  }

  private func write(_ module: ModuleID, took seconds: Double, in run: Int) throws(Failure) {
    try insertModule.run(workspace, module.package.bytes, module.name)
    try insertModuleBuild.run(run, workspace, module.package.bytes, module.name, seconds)
  }

  private func write(_ module: ModuleReport, in run: Int, _ isComplete: Bool) throws(Failure) {
    try insertModule.run(workspace, module.id.package.bytes, module.id.name)
    let ids = try insertModuleRun.rows([
      run, workspace, module.id.package.bytes, module.id.name, module.outcome.rawValue,
      module.source.rawValue, isComplete, module.key, module.seconds, module.attempts,
      module.cases.passed, module.cases.failed, module.cases.skipped, module.gate?.rawValue,
    ]) { (row: $0.integer(0), module: $0.integer(1)) }
    // The cases of a cached module belong to the run that it was cached from.
    guard let ids = ids.first, module.source == .run else { return }
    for entry in CaseEntry.entries(of: module) {
      try insertCase.run(ids.module, entry.name)
      try insertCaseRun.run(ids.row, ids.module, entry.name, entry.outcome, entry.seconds)
    }
  }
}

extension RecordedRun {
  init(_ report: RunReport, _ facts: RunFacts) {
    self.init(
      facts: facts, outcome: report.outcome, ran: report.modules.count { $0.attempts > 0 },
      cached: report.modules.count { $0.outcome == .cached },
      failed: report.modules.count(where: \.outcome.isFailure),
      gates: report.gates, buildSeconds: report.build.seconds)
  }
}

/// The recorded values of a case.
private struct CaseEntry {
  let name: String
  let outcome: String
  let seconds: Double?

  /// Returns the cases of a module. Failures may name cases without a report: those that a crash or a time-out cut off,
  /// and those that failed before a retry passed.
  static func entries(of module: ModuleReport) -> [CaseEntry] {
    let reported = module.caseReports.map {
      CaseEntry(name: $0.name, outcome: $0.outcome.rawValue, seconds: $0.seconds)
    }
    let failed = Set(module.caseReports.lazy.filter { $0.outcome == .failed }.map(\.name))
    // A failure that belongs to no single case has the module's name.
    let named = Set((module.failures + module.quarantined.flatMap(\.failures)).map(\.testCase))
      .subtracting(failed).filter { $0.contains(".") }
    return reported.filter { !named.contains($0.name) }
      + named.sorted().map { CaseEntry(name: $0, outcome: CaseReport.Outcome.failed.rawValue, seconds: nil) }
  }
}

/// Keeps the history within its limits. It deletes in batches, so that most runs only read an index.
struct Pruning {
  let database: Database
  let limits: History.Limits

  /// The number of runs above the limit at which a batch is deleted.
  private var batch: Int { max(1, limits.runs / 10) }

  func prune(workspace: Int, now: Int) throws(Failure) {
    let first = try database.integer("SELECT min(time) FROM run")
    let oldest = now - limits.days * 86400
    let isOld = first < oldest - 86400
    if isOld { try database.prepare("DELETE FROM run WHERE time < ?").run(oldest) }
    let count = try database.integer("SELECT count(*) FROM run WHERE workspace = ?", workspace)
    let isMany = count >= limits.runs + batch
    if isMany { try keepNewest(limits.runs, of: workspace) }
    let isLarge = try usedBytes > limits.bytes
    if isLarge { try deleteOldestQuarter() }
    if isOld || isMany || isLarge { try sweep() }
  }

  private var usedBytes: Int {
    get throws(Failure) {
      let pages = try database.integer("PRAGMA page_count") - database.integer("PRAGMA freelist_count")
      return try pages * database.integer("PRAGMA page_size")
    }
  }

  private func keepNewest(_ count: Int, of workspace: Int) throws(Failure) {
    try database.prepare(
      """
      DELETE FROM run WHERE workspace = ?1 AND id <=
        (SELECT id FROM run WHERE workspace = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      """
    ).run(workspace, count)
  }

  /// Deletes the oldest runs of all workspaces, since they share the size. The newest run stays whatever its size.
  private func deleteOldestQuarter() throws(Failure) {
    try database.execute(
      """
      DELETE FROM run WHERE id < (SELECT max(id) FROM run) AND id IN
        (SELECT id FROM run ORDER BY id LIMIT (SELECT count(*) / 4 + 1 FROM run))
      """)
  }

  /// Deletes names that no row refers to any more.
  private func sweep() throws(Failure) {
    try database.execute(
      """
      DELETE FROM test_case WHERE id NOT IN (SELECT test_case FROM case_run);
      DELETE FROM module WHERE id NOT IN (SELECT module FROM module_run UNION SELECT module FROM module_build);
      DELETE FROM workspace WHERE id NOT IN (SELECT workspace FROM run);
      """)
  }
}
