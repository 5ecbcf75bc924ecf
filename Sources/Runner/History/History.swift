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

extension Failure {
  /// The reason why the history of runs cannot be read or written. A run never fails because of it.
  package enum History: String, Sendable, CaseIterable {
    /// The database is damaged. It is moved aside, so that the next run starts a new one.
    case damaged = "history-damaged"
    /// Another process holds the database too long.
    case locked = "history-locked"
    case readOnly = "history-read-only"
    /// The file is another program's database, which stays as it is.
    case foreign = "history-foreign"
    /// A newer version of Ambit wrote the database, which stays as it is.
    case newer = "history-newer"
    /// The disk is full, the folder cannot be used, and so on.
    case unavailable = "history-unavailable"

    fileprivate var predicate: String {
      switch self {
      case .damaged: "is damaged"
      case .locked: "is locked by another process"
      case .readOnly: "cannot be written"
      case .foreign, .newer, .unavailable: "cannot be used"
      }
    }

    fileprivate var hint: String {
      switch self {
      case .damaged: "nothing to do: a new history is started"
      case .locked: "end the program that locks it; this run continues without it"
      case .readOnly, .unavailable:
        "runs continue without it; fix the folder, or choose another with XDG_CACHE_HOME"
      case .foreign: "delete or move the file to start a new history"
      case .newer: "use the newer Ambit, or delete the file to start a new history"
      }
    }
  }

  static func history(_ reason: History, _ message: String) -> Failure {
    Failure(code: reason.rawValue, message: message, hints: [reason.hint])
  }
}

/// The database file. It is opened for each access, and moved aside when it is damaged.
struct HistoryFile: Sendable {
  let path: String

  /// The path of a damaged history. It replaces an earlier one.
  var damagedPath: String { path + ".damaged" }

  /// Returns the result of `body`, or nil when there is no history yet.
  func read<Value>(_ body: (Database) throws(Failure) -> Value) throws(Failure) -> Value? {
    guard LocalFiles.exists(path) else { return nil }
    return try open(creates: false, body)
  }

  func write(_ body: (Database) throws(Failure) -> Void) throws(Failure) {
    LocalFiles.makeFolders(LocalFiles.folder(of: path))
    try open(creates: true) { database throws(Failure) in
      try database.transaction { () throws(Failure) in try body(database) }
    }
  }

  private func open<Value>(
    creates: Bool, _ body: (Database) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      // The folder may be behind a link. The file itself may not be a link.
      let folder = LocalFiles.resolved(LocalFiles.folder(of: path))
      let name = path.dropFirst(LocalFiles.folder(of: path).count)
      let database = try Database((folder ?? "") + name, creates: creates)
      try Schema.prepare(database)
      return try body(database)
    } catch {
      let reason = Failure.History(rawValue: error.code) ?? .unavailable
      throw Failure.history(
        reason, "the history of runs \"\(path)\" \(reason.predicate): \(error.message)\(aside(reason))")
    }
  }

  /// Moves a damaged database aside. Returns the part of the message that says so.
  private func aside(_ reason: Failure.History) -> String {
    guard reason == .damaged else { return "" }
    // The log moves too. Without it nobody could examine the database.
    for suffix in ["-wal", ""] where LocalFiles.exists(path + suffix) {
      guard LocalFiles.move(path + suffix, to: damagedPath + suffix) else { return "" }
    }
    LocalFiles.remove(path + "-shm")
    return "; Ambit moved it to \"\(damagedPath)\""
  }
}
