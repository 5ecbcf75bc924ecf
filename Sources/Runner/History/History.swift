/// What Ambit remembers of the runs of one workspace: in a database that all workspaces of a user share.
///
/// It decides in which order tests run and what people are told, never what is run: it may be lost at any
/// time. Every call opens the file and closes it again.
package struct History: Sendable {
  /// How much is kept.
  package struct Limits: Sendable, Hashable {
    /// Of one workspace.
    package var runs: Int = 1000
    package var days: Int = 180
    /// Of all workspaces together.
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

/// What a run's report does not say of it.
package struct RunFacts: Sendable, Hashable {
  /// When it began, in seconds since 1970.
  package var time: Int
  /// `build` or `test`.
  package var action: String
  /// The commit; nil before the first.
  package var head: String?
  /// What the change was compared with, as it was named; nil when there was nothing to compare.
  package var base: String?
  /// `none`, `some` or `all`.
  package var selection: String
  /// Whether only some cases of the modules were asked for.
  package var isFiltered: Bool
  /// Whether what ran was built so that it takes longer than it usually does.
  package var isSlowed: Bool
  /// How many modules the change reaches.
  package var affected: Int
  package var seconds: Double
  /// What cached modules would have taken.
  package var secondsSaved: Double
  /// The test modules that the change did not reach; nil where they were left out for another reason as well.
  package var unselected: Unselected?

  package struct Unselected: Sendable, Hashable {
    package var modules: Int
    /// What those of them would have taken that were ever timed.
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

/// A run as the history has it.
package struct RecordedRun: Sendable, Hashable {
  package var facts: RunFacts
  package var outcome: RunReport.Outcome
  /// Test modules that ran, were cached, failed.
  package var ran: Int = 0
  package var cached: Int = 0
  package var failed: Int = 0
  /// What stood for running the cached ones.
  package var gates = GateCounts()
  package var buildSeconds: Double = 0
}

/// One test module's part in a run.
package struct RecordedModule: Sendable, Hashable {
  package var time: Int
  package var head: String?
  package var outcome: ModuleReport.Outcome
  package var source: ModuleReport.Source
  /// What stood for running it, as far as that was written down.
  package var gate: Gate?
  package var isFiltered: Bool
  package var key: String?
  package var seconds: Double
  package var attempts: Int
  /// Names of the cases that failed.
  package var failedCases: [String]
}

/// Why the history can be neither read nor written. No reason for a run to fail.
package struct HistoryError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Moved aside, so that the next run starts a new one.
    case damaged
    /// Another process holds it for longer than anybody should wait.
    case locked
    case readOnly = "read-only"
    /// A database, but none of ours: left as it is.
    case foreign
    /// Written by a version of Ambit that is newer than this one: left as it is.
    case newer
    /// The disk is full, the folder cannot be used, and the like.
    case unavailable
  }

  package let kind: Kind
  package let message: String

  package var code: String { "history-\(kind.rawValue)" }
}
