import CSQLite

/// An open database file, for one thread and for the short time between opening and closing.
///
/// It is not held open during a run: whatever happens to the file meanwhile, nobody waits for anybody.
final class Database {
  let handle: OpaquePointer

  /// How long a write waits for another process's. Theirs take milliseconds.
  private static let patience: Int32 = 500

  /// A missing file is made only when `creates` says so.
  init(_ path: String, creates: Bool) throws(HistoryError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (creates ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw HistoryError(kind: .unavailable, message: "there is no memory to open it") }
    guard code == SQLITE_OK else {
      let error = Self.failure(of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
    // The log is copied into the database when it has a megabyte instead of at the end of each run: that takes two waits
    // for the disk, more than all else together. Each run reads the log.
    _ = ambit_sqlite_keep_log_on_close(handle)
    try execute(
      "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 250")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements that have no values and no answer.
  func execute(_ sql: String) throws(HistoryError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ sql: String) throws(HistoryError) -> Statement { try Statement(sql, in: self) }

  /// The single number that `sql` asks for; 0 when there is none.
  func integer(_ sql: String, _ values: (any SQLBindable)?...) throws(HistoryError) -> Int {
    try prepare(sql).rows(values) { $0.integer(0) }.first ?? 0
  }

  /// All of `body`'s writes or none.
  func transaction(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    // Immediate: a transaction that starts by reading could not become a writing one while another is.
    try execute("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try body()
      try execute("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// What went wrong in the last call.
  func failure() -> HistoryError { Self.failure(of: handle) }

  private static func failure(of handle: OpaquePointer) -> HistoryError {
    let kind: HistoryError.Kind =
      switch sqlite3_errcode(handle) & 0xFF {
      // A table or a column that is not there.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA: .damaged
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
      default: .unavailable
      }
    return HistoryError(kind: kind, message: String(cString: sqlite3_errmsg(handle)))
  }
}
