import Base

/// The recorded runs of one workspace, in a database that all workspaces of a user share.
///
/// The history decides the order of tests and what reports show, never what runs. So it may be lost at any time. Every
/// call opens the file and closes it again.
package struct History: Sendable {
  /// The limits on what is kept.
  package struct Limits: Sendable, Hashable {
    /// The number of runs of one workspace.
    package var runs: Int = 1000
    package var days: Int = 180
    /// The size of the database, which all workspaces share.
    package var bytes: Int = 64 << 20
  }

  let file: HistoryFile
  /// The workspace's root folder.
  let workspace: String
  let limits: Limits

  package init(cacheFolder: String, workspace: String, limits: Limits = Limits()) {
    file = HistoryFile(path: cacheFolder + "/history.sqlite")
    self.workspace = workspace
    self.limits = limits
  }
}

/// The facts about a run that its report does not have.
package struct RunFacts: Sendable, Hashable {
  /// The start time, in seconds since 1970.
  package var time: Int
  /// `build` or `test`.
  package var action: String
  /// The commit, or nil before the first commit.
  package var head: String?
  /// The base as the user named it, or nil when there was none.
  package var base: String?
  /// `none`, `some` or `all`.
  package var selection: String
  /// True when only some cases of the modules were asked for.
  package var isFiltered: Bool
  /// True when the tests were built so that they run slower than usual.
  package var isSlowed: Bool
  /// The number of modules that the change reaches.
  package var affected: Int
  package var seconds: Double
  /// The time that cached modules would have taken.
  package var secondsSaved: Double
  /// The test modules that the change did not reach. nil when modules were left out for other reasons as well.
  package var unselected: Unselected?

  package struct Unselected: Sendable, Hashable {
    package var modules: Int
    /// The time that these modules would have taken, as far as they were ever timed.
    package var seconds: Double

    package init(modules: Int, seconds: Double) {
      self.modules = modules
      self.seconds = seconds
    }
  }

  package init(
    time: Int, action: String, head: String? = nil, base: String? = nil, selection: String = "some",
    isFiltered: Bool = false, isSlowed: Bool = false, affected: Int = 0, seconds: Double = 0,
    secondsSaved: Double = 0,
    unselected: Unselected? = nil
  ) {
    self.time = time
    self.action = action
    self.head = head
    self.base = base
    self.selection = selection
    self.isFiltered = isFiltered
    self.isSlowed = isSlowed
    self.affected = affected
    self.seconds = seconds
    self.secondsSaved = secondsSaved
    self.unselected = unselected
  }
}

/// A run in the history.
package struct RecordedRun: Sendable, Hashable {
  package var facts: RunFacts
  package var outcome: RunReport.Outcome
  /// The numbers of test modules that ran, were cached, and failed.
  package var ran: Int = 0
  package var cached: Int = 0
  package var failed: Int = 0
  /// The reasons why cached modules were not run.
  package var gates = GateCounts()
  package var buildSeconds: Double = 0
}

/// One test module's part in a run.
package struct RecordedModule: Sendable, Hashable {
  package var time: Int
  package var head: String?
  package var outcome: ModuleReport.Outcome
  package var source: ModuleReport.Source
  /// The reason why a cached module was not run, when it was recorded.
  package var gate: Gate?
  package var isFiltered: Bool
  package var key: String?
  package var seconds: Double
  package var attempts: Int
  /// The names of the failed cases.
  package var failedCases: [String]
}

/// The reason why the history cannot be read or written. A run never fails because of it.
package struct HistoryError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The database is damaged. It is moved aside, so that the next run starts a new one.
    case damaged
    /// Another process holds the database too long.
    case locked
    case readOnly = "read-only"
    /// The file is another program's database, which stays as it is.
    case foreign
    /// A newer version of Ambit wrote the database, which stays as it is.
    case newer
    /// The disk is full, the folder cannot be used, and so on.
    case unavailable
  }

  package let kind: Kind
  package let message: String

  package var code: String { "history-\(kind.rawValue)" }
}

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
