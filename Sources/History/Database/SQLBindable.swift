import CSQLite

/// What may stand for a question mark of a statement.
protocol SQLBindable {
  /// The library's code; it copies what it is given.
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
    // The library takes no pointer for no value.
    guard !isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
    return ambit_sqlite_bind_blob(statement, place, self, Int32(clamping: count))
  }
}
