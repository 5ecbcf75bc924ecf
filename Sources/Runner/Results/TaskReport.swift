package import Base

/// How one instance of a task went.
package struct TaskReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, crashed
    case timedOut = "timed-out"
    case cached, skipped

    package var isSuccess: Bool { self == .passed || self == .cached }
  }

  /// What became of its outputs.
  package enum Outputs: String, Sendable {
    /// The command made them.
    case made
    /// They were put back.
    case restored
    /// They lay there as they should.
    case present
  }

  package var id: TaskID
  package var modules: [ModuleID] = []
  package var outcome: Outcome
  package var seconds: Double = 0
  /// Where the outcome comes from: run, local or remote.
  package var source = ModuleReport.Source.run
  /// In hexadecimal digits; nil when it has none.
  package var key: String?
  /// What went wrong, or why it was skipped.
  package var message: String?
  /// What its command printed, both streams as they came.
  package var log: [UInt8] = []
  /// nil where it has none, or did not end well.
  package var outputs: Outputs?
  package var outputCount = 0
  /// Files of the workspace that it was seen to read and to write though it declares neither.
  package var undeclaredReads: [RelativePath] = []
  package var undeclaredWrites: [RelativePath] = []
  /// Why its result is not kept though it went well; nil when it is, or when nobody asked for it.
  package var unrecorded: String?

  package init(id: TaskID, modules: [ModuleID] = [], outcome: Outcome) {
    self.id = id
    self.modules = modules
    self.outcome = outcome
  }

  package var isRun: Bool { source == .run && outcome != .skipped && outcome != .cached }
}

/// How a run of tasks went.
package struct TaskRunReport: Sendable, Equatable {
  package var outcome: RunReport.Outcome
  /// In the order in which they were to be begun.
  package var tasks: [TaskReport]
  /// Whether anything was begun.
  package var hasStarted = false
  /// What the cached instances took when they last ran.
  package var secondsSaved = 0.0
  package var warnings: [Warning] = []

  package init(outcome: RunReport.Outcome, tasks: [TaskReport]) {
    self.outcome = outcome
    self.tasks = tasks
  }
}
