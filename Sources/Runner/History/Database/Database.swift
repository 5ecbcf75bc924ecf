import CSQLite

/// An open database file. It belongs to one thread, and is open only for a short time.
///
/// It is not held open during a run, so that no process ever waits for a run.
final class Database {
  let handle: OpaquePointer

  /// The milliseconds to wait for another process's write. Writes take a few milliseconds.
  private static let patience: Int32 = 500

  /// Opens the database. A missing file is only made when `creates` is true.
  init(_ path: String, creates: Bool) throws(HistoryError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (creates ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw HistoryError(kind: .unavailable, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = Self.failure(of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
    // SQLite's log is copied into the database when it has a megabyte, not at the end of each run. Copying waits for
    // the disk twice, which takes longer than everything else together. Every run reads the log.
    _ = ambit_sqlite_keep_log_on_close(handle)
    try execute(
      "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 250")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements without values and without an answer.
  func execute(_ sql: String) throws(HistoryError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ sql: String) throws(HistoryError) -> Statement { try Statement(sql, in: self) }

  /// Returns the single number that `sql` asks for, or 0 when there is none.
  func integer(_ sql: String, _ values: (any SQLBindable)?...) throws(HistoryError) -> Int {
    try prepare(sql).rows(values) { $0.integer(0) }.first ?? 0
  }

  /// Does all of `body`'s writes or none.
  func transaction(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    // The transaction begins as a writing one. A reading one could not become a writing one while another process
    // writes.
    try execute("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try body()
      try execute("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Returns the error of the last call.
  func failure() -> HistoryError { Self.failure(of: handle) }

  private static func failure(of handle: OpaquePointer) -> HistoryError {
    let kind: HistoryError.Kind =
      switch sqlite3_errcode(handle) & 0xFF {
      // A missing table or column is an `SQLITE_ERROR`.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA: .damaged
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
      default: .unavailable
      }
    return HistoryError(kind: kind, message: String(cString: sqlite3_errmsg(handle)))
  }
}
