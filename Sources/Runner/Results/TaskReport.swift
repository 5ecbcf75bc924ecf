package import Base

/// The result of one instance of a task.
package struct TaskReport: Sendable, Equatable {
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
  package var outcome: ModuleReport.Outcome
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

  package init(id: TaskID, modules: [ModuleID] = [], outcome: ModuleReport.Outcome) {
    self.id = id
    self.modules = modules
    self.outcome = outcome
  }

  package var isRun: Bool { source == .run && outcome != .skipped && outcome != .cached }
}
