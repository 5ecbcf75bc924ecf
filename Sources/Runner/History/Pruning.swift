import Base

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
