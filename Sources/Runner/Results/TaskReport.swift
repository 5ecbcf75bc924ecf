package import Base

/// The result of one instance of a task.
package struct TaskReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, crashed
    case timedOut = "timed-out"
    case cached, skipped

    package var isSuccess: Bool { self == .passed || self == .cached }
  }

  /// The fate of a task's outputs.
  package enum Outputs: String, Sendable {
    /// The command wrote them.
    case made
    /// They were restored from the cache.
    case restored
    /// They were there and up to date.
    case present
  }

  package var id: TaskID
  package var modules: [ModuleID] = []
  package var outcome: Outcome
  package var seconds: Double = 0
  /// The origin of the outcome: run, local or remote.
  package var source = ModuleReport.Source.run
  /// The key in hexadecimal digits. nil when it has none.
  package var key: String?
  /// The problem, or the reason for skipping it.
  package var message: String?
  /// The output of its command, both streams in their order.
  package var log: [UInt8] = []
  /// nil when it has no outputs, or did not succeed.
  package var outputs: Outputs?
  package var outputCount = 0
  /// The workspace files that it read, or wrote, without declaring them.
  package var undeclaredReads: [RelativePath] = []
  package var undeclaredWrites: [RelativePath] = []
  /// The reason for which a good result is not kept. nil when it is kept, or need not be.
  package var unrecorded: String?

  package init(id: TaskID, modules: [ModuleID] = [], outcome: Outcome) {
    self.id = id
    self.modules = modules
    self.outcome = outcome
  }

  package var isRun: Bool { source == .run && outcome != .skipped && outcome != .cached }
}

/// The result of a run of tasks.
package struct TaskRunReport: Sendable, Equatable {
  package var outcome: RunReport.Outcome
  /// The tasks in the order in which they should begin.
  package var tasks: [TaskReport]
  /// True when a task began.
  package var hasStarted = false
  /// The seconds that the cached instances took in their last run.
  package var secondsSaved = 0.0
  package var warnings: [Warning] = []

  package init(outcome: RunReport.Outcome, tasks: [TaskReport]) {
    self.outcome = outcome
    self.tasks = tasks
  }
}
