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

/// The tables, and the steps that update the tables of earlier versions.
enum Schema {
  /// The id that marks a database as Ambit's: `Ambt`.
  static let applicationID = 0x416D_6274

  /// The steps from one version to the next. A released step never changes. The number of steps is the version.
  static let steps = [
    """
    CREATE TABLE workspace (id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE);
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspace(id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      action TEXT NOT NULL, head TEXT, base TEXT, selection TEXT NOT NULL, filtered INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      affected INTEGER NOT NULL, ran INTEGER NOT NULL, cached INTEGER NOT NULL, failed INTEGER NOT NULL,
      seconds REAL NOT NULL, saved_seconds REAL NOT NULL, build_seconds REAL NOT NULL
    );
    CREATE INDEX run_of_workspace ON run(workspace, id);
    CREATE TABLE module (
      id INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspace(id) ON DELETE CASCADE,
      package BLOB NOT NULL, name TEXT NOT NULL,
      UNIQUE (workspace, package, name)
    );
    CREATE TABLE module_run (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      outcome TEXT NOT NULL, source TEXT NOT NULL,
      complete INTEGER NOT NULL, -- whether all cases ran as they usually do, in a run that nobody stopped
      key TEXT, seconds REAL NOT NULL, attempts INTEGER NOT NULL,
      passed INTEGER NOT NULL, failed INTEGER NOT NULL, skipped INTEGER NOT NULL,
      UNIQUE (run, module)
    );
    CREATE INDEX run_of_module ON module_run(module, run);
    CREATE INDEX pass_of_module ON module_run(module, run)
      WHERE outcome = 'passed' AND source = 'run' AND complete = 1;
    CREATE TABLE test_case (
      id INTEGER PRIMARY KEY,
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      UNIQUE (module, name)
    );
    CREATE TABLE case_run (
      module_run INTEGER NOT NULL REFERENCES module_run(id) ON DELETE CASCADE,
      test_case INTEGER NOT NULL, -- swept, not cascaded: an index for that would cost as much as the table
      outcome TEXT NOT NULL, seconds REAL,
      PRIMARY KEY (module_run, test_case)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE run ADD COLUMN observed INTEGER NOT NULL DEFAULT 0; -- of the cached: at the second gate, at the third
    ALTER TABLE run ADD COLUMN product INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE module_run ADD COLUMN gate TEXT;
    """,
    """
    ALTER TABLE run ADD COLUMN unselected INTEGER; -- test modules that the change did not reach; null: nobody counted
    ALTER TABLE run ADD COLUMN unselected_seconds REAL; -- what they would have taken
    """,
    """
    CREATE TABLE module_build (
      module INTEGER NOT NULL REFERENCES module(id) ON DELETE CASCADE,
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
      seconds REAL NOT NULL, -- of processor time, of a module that was compiled as a whole
      PRIMARY KEY (module, run)
    ) WITHOUT ROWID;
    CREATE INDEX build_of_run ON module_build(run);
    """,
  ]

  /// Makes sure that the database belongs to Ambit and is up to date. It writes nothing when both are true.
  static func prepare(_ database: Database, steps: [String] = steps) throws(Failure) {
    let version = try version(of: database, newest: steps.count)
    guard version < steps.count else { return }
    // A file system without WAL keeps the older journal. Another process may also do this now.
    try? database.execute("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(Failure) in
      // Another process may have updated the tables meanwhile.
      for step in steps.dropFirst(try self.version(of: database, newest: steps.count)) {
        try database.execute(step)
      }
      try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
  }

  private static func version(of database: Database, newest: Int) throws(Failure) -> Int {
    let version = try database.integer("PRAGMA user_version")
    if try database.integer("PRAGMA application_id") == applicationID {
      guard version >= 0 else {
        throw Failure.history(.damaged, "its version \(version) is invalid")
      }
      guard version <= newest else {
        throw Failure.history(.newer, "a newer version of Ambit wrote it")
      }
      return version
    }
    guard version == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
      throw Failure.history(.foreign, "it belongs to another program")
    }
    return 0
  }
}
