import CSQLite

/// A prepared statement. It may run several times with different values.
final class Statement {
  private let handle: OpaquePointer
  /// The database, which must outlive the statement.
  private let database: Database

  init(_ sql: String, in database: Database) throws(HistoryError) {
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

  func run(_ values: (any SQLBindable)?...) throws(HistoryError) {
    _ = try rows(values) { _ in }
  }

  /// Returns every row of the answer as read by `read`, which must not keep the row.
  func rows<Value>(_ values: [(any SQLBindable)?], _ read: (Row) -> Value) throws(HistoryError) -> [Value] {
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
