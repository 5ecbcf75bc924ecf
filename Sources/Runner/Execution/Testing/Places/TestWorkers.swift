package import Base

/// Other machines that run test modules. Only their passes count. Other results may come from something that they lack,
/// so the module runs again here.
package protocol TestWorkers: Sendable {
  /// Returns the likely number of modules that may run there at a time. 0 means none.
  func open() -> Int
  /// True while more modules may be sent there.
  var isOpen: Bool { get }

  /// Returns true when a module can run without this machine. `company` names the files that it may need beside its
  /// program.
  func takes(_ test: BuiltTest, with company: [String]) -> Bool
  func run(_ process: WorkerProcess, _ watch: WorkerWatch) throws(WorkerTrouble) -> WorkerEnd
  func notePass()
  /// Called when a module did not pass there, before it runs here.
  func noteFailure(_ report: ModuleReport)
  /// Called when such a module passed here.
  func noteDifference(_ module: ModuleID)
}

/// A process of a test module, as this machine would start it.
package struct WorkerProcess: Sendable {
  package let test: BuiltTest
  /// The names of other products that it may need beside its program.
  package let company: [String]
  package let arguments: [String]
  package let environment: [String: String]
  /// The argument that names its file of events.
  package let events: String?
  package let timeout: Duration?
}

/// The messages between a process elsewhere and the thread that waits for it.
package struct WorkerWatch: Sendable {
  /// Call this when the process waits only for a worker.
  package let noteSent: @Sendable () -> Void
  /// Call this when the process no longer waits for a worker.
  package let noteRunning: @Sendable () -> Void
  /// Returns true when nobody waits for the process any more.
  package let isUnwanted: @Sendable () -> Bool
}

package struct WorkerEnd: Sendable {
  package var status: ProcessStatus
  package var standardOutput: [UInt8] = []
  package var standardError: [UInt8] = []
  package var events: [UInt8] = []
  /// The name of the machine.
  package var worker: String
  /// The time for which it ran, without waiting.
  package var duration: Duration

  package init(_ status: ProcessStatus, worker: String, duration: Duration) {
    self.status = status
    self.worker = worker
    self.duration = duration
  }
}

/// A process elsewhere gave no result. Its tests are not to blame.
package struct WorkerTrouble: Error, Sendable {
  package init() {}
}
