package import Base

/// Machines elsewhere that run test modules. What they say counts only if it is a pass: everything else may come of what
/// they lack, and is run here again.
package protocol TestWorkers: Sendable {
  /// How many modules may be under way there at a time, as far as it can be told; 0: none.
  func open() -> Int
  /// Whether anything should be sent there still.
  var isOpen: Bool { get }

  /// Whether a module can do without this machine. `company` are the names of what it may need beside its program.
  func takes(_ test: BuiltTest, with company: [String]) -> Bool
  func run(_ process: WorkerProcess, _ watch: WorkerWatch) throws(WorkerTrouble) -> WorkerEnd
  func notePass()
  /// Told of what did not pass there, and runs here now.
  func noteFailure(_ report: ModuleReport)
  /// Told of such a module if it passed here.
  func noteDifference(_ module: ModuleID)
}

/// A process of a test module, as this machine would start it.
package struct WorkerProcess: Sendable {
  package let test: BuiltTest
  /// The names of what it may need among its products, beside its program.
  package let company: [String]
  package let arguments: [String]
  package let environment: [String: String]
  /// The argument that names the file that it tells its events in.
  package let events: String?
  package let timeout: Duration?
}

/// What passes between a process elsewhere and whoever waits for it.
package struct WorkerWatch: Sendable {
  /// It waits for nothing but a worker.
  package let noteSent: @Sendable () -> Void
  /// It is no longer waiting for one.
  package let noteRunning: @Sendable () -> Void
  /// Whether nobody waits for it any more.
  package let isUnwanted: @Sendable () -> Bool
}

package struct WorkerEnd: Sendable {
  package var status: ProcessStatus
  package var standardOutput: [UInt8] = []
  package var standardError: [UInt8] = []
  package var events: [UInt8] = []
  /// What it calls itself.
  package var worker: String
  /// How long it ran, without what it waited.
  package var duration: Duration

  package init(_ status: ProcessStatus, worker: String, duration: Duration) {
    self.status = status
    self.worker = worker
    self.duration = duration
  }
}

/// Why there is no end of a process elsewhere: nothing that its tests are to blame for.
package struct WorkerTrouble: Error, Sendable {
  package init() {}
}
