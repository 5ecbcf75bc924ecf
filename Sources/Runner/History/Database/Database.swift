import Base
import CSQLite

/// A prepared statement. It may run several times with different values.
final class Statement {
  private let handle: OpaquePointer
  /// The database, which must outlive the statement.
  private let database: Database

  init(_ sql: String, in database: Database) throws(Failure) {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(database.handle, sql, -1, &handle, nil) == SQLITE_OK, let handle else {
      throw database.failure()
    }
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func run(_ values: (any SQLBindable)?...) throws(Failure) {
    _ = try rows(values) { _ in }
  }

  /// Returns every row of the answer as read by `read`, which must not keep the row.
  func rows<Value>(_ values: [(any SQLBindable)?], _ read: (Row) -> Value) throws(Failure) -> [Value] {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code = value.map { $0.bind(to: handle, at: place) } ?? sqlite3_bind_null(handle, place)
      guard code == SQLITE_OK else { throw database.failure() }
    }
    defer { sqlite3_reset(handle) }
    var result: [Value] = []
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: result.append(read(Row(statement: handle)))
      case SQLITE_DONE: return result
      default: throw database.failure()
      }
    }
  }
}

/// The current row of a statement. Values are copied. A missing value, or one of another type, is zero or empty, as
/// SQLite converts it.
struct Row {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func textIfPresent(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(statement, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}

/// A value for a question mark of a statement.
protocol SQLBindable {
  /// Binds the value, which SQLite copies. Returns SQLite's code.
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

extension Int: SQLBindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement, place, sqlite3_int64(self))
  }
}

extension Bool: SQLBindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int(statement, place, self ? 1 : 0)
  }
}

extension Double: SQLBindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_double(statement, place, self)
  }
}

extension String: SQLBindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    ambit_sqlite_bind_text(statement, place, self, Int32(clamping: utf8.count))
  }
}

extension [UInt8]: SQLBindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    // SQLite takes a null pointer for NULL.
    guard !isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
    return ambit_sqlite_bind_blob(statement, place, self, Int32(clamping: count))
  }
}

/// An open database file. It belongs to one thread, and is open only for a short time.
///
/// It is not held open during a run, so that no process ever waits for a run.
final class Database {
  let handle: OpaquePointer

  /// The milliseconds to wait for another process's write. Writes take a few milliseconds.
  private static let patience: Int32 = 500

  /// Opens the database. A missing file is only made when `creates` is true.
  init(_ path: String, creates: Bool) throws(Failure) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (creates ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw Failure.history(.unavailable, "out of memory") }
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
  func execute(_ sql: String) throws(Failure) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ sql: String) throws(Failure) -> Statement { try Statement(sql, in: self) }

  /// Returns the single number that `sql` asks for, or 0 when there is none.
  func integer(_ sql: String, _ values: (any SQLBindable)?...) throws(Failure) -> Int {
    try prepare(sql).rows(values) { $0.integer(0) }.first ?? 0
  }

  /// Does all of `body`'s writes or none.
  func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
    // The transaction begins as a writing one. A reading one could not become a writing one while another process
    // writes.
    try execute("BEGIN IMMEDIATE")
    do throws(Failure) {
      try body()
      try execute("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Returns the error of the last call.
  func failure() -> Failure { Self.failure(of: handle) }

  private static func failure(of handle: OpaquePointer) -> Failure {
    let kind: Failure.History =
      switch sqlite3_errcode(handle) & 0xFF {
      // A missing table or column is an `SQLITE_ERROR`.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA: .damaged
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
      default: .unavailable
      }
    return Failure.history(kind, String(cString: sqlite3_errmsg(handle)))
  }
}
