import Base
import Runner
import Session

/// The command of an instance, from its start to its end.
struct TaskProcess {
  /// Longer logs keep their beginning and their end.
  private static let longestLog = 1 << 20

  private let inputs: TaskInputs
  private let context: TaskContext
  /// nil where the command is not observed.
  let watch: ProcessObserver?
  private let timeout: Duration?

  init(_ inputs: TaskInputs, in context: TaskContext, watch: ProcessObserver?, timeout: Duration?) {
    self.inputs = inputs
    self.context = context
    self.watch = watch
    self.timeout = timeout
  }

  /// Runs the command. Writes outcome, duration and log into `report`.
  func run(_ report: inout TaskReport, _ observer: any RunObserver) throws(Failure) {
    let id = inputs.instance.id
    let clock = ContinuousClock()
    let start = clock.now
    var log = CappedBuffer(limit: Self.longestLog)
    defer {
      report.log = log.finish()
      report.seconds = (clock.now - start).inSeconds
    }
    let status = try context.command(of: inputs.instance, inputs.program).stream(
      timeout: timeout, observer: watch
    ) {
      stream, bytes in
      log.append(bytes)
      observer.handle(.taskOutput(id, stream, bytes))
    }
    (report.outcome, report.message) = verdict(on: status)
  }

  private func verdict(on status: ProcessStatus) -> (TaskReport.Outcome, String?) {
    switch status {
    case .exited(0): (.passed, nil)
    case .exited: (.failed, "\(status)")
    case .signalled: (.crashed, "died of \(status)")
    case .timedOut: (.timedOut, "did not end" + (timeout.map { " within \(Int($0.inSeconds)) s" } ?? ""))
    }
  }
}
