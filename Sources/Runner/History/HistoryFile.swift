import Base

/// The database file. It is opened for each access, and moved aside when it is damaged.
struct HistoryFile: Sendable {
  let path: String

  /// The path of a damaged history. It replaces an earlier one.
  var damagedPath: String { path + ".damaged" }

  /// Returns the result of `body`, or nil when there is no history yet.
  func read<Value>(
    _ body: (Database) throws(HistoryError) -> Value
  ) throws(HistoryError) -> Value? {
    guard LocalFiles.exists(path) else { return nil }
    return try open(creates: false, body)
  }

  func write(_ body: (Database) throws(HistoryError) -> Void) throws(HistoryError) {
    LocalFiles.makeFolders(LocalFiles.folder(of: path))
    try open(creates: true) { database throws(HistoryError) in
      try database.transaction { () throws(HistoryError) in try body(database) }
    }
  }

  private func open<Value>(
    creates: Bool, _ body: (Database) throws(HistoryError) -> Value
  ) throws(HistoryError) -> Value {
    do throws(HistoryError) {
      // The folder may be behind a link. The file itself may not be a link.
      let folder = LocalFiles.resolved(LocalFiles.folder(of: path))
      let name = path.dropFirst(LocalFiles.folder(of: path).count)
      let database = try Database((folder ?? "") + name, creates: creates)
      try Schema.prepare(database)
      return try body(database)
    } catch {
      throw HistoryError(
        kind: error.kind,
        message:
          "the history of runs \"\(path)\" \(Self.predicate(error.kind)): \(error.message)\(aside(error))")
    }
  }

  private static func predicate(_ kind: HistoryError.Kind) -> String {
    switch kind {
    case .damaged: "is damaged"
    case .locked: "is locked by another process"
    case .readOnly: "cannot be written"
    case .foreign, .newer, .unavailable: "cannot be used"
    }
  }

  /// Moves a damaged database aside. Returns the part of the message that says so.
  private func aside(_ error: HistoryError) -> String {
    guard error.kind == .damaged else { return "" }
    // The log moves too. Without it nobody could examine the database.
    for suffix in ["-wal", ""] where LocalFiles.exists(path + suffix) {
      guard LocalFiles.move(path + suffix, to: damagedPath + suffix) else { return "" }
    }
    LocalFiles.remove(path + "-shm")
    return "; Ambit moved it to \"\(damagedPath)\""
  }
}
