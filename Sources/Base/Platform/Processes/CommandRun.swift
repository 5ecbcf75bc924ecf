extension Command {
  package static let defaultOutputLimit = 64 << 20

  /// Runs the command to its end and collects what it writes.
  ///
  /// `outputLimit` applies to each stream. A run that exceeds `timeout` is killed with its whole group and ends as
  /// `.timedOut`. No process of the command's group outlives the call. `observer` sees which files the command asks
  /// for.
  package func run(
    input: [UInt8] = [], outputLimit: Int = Command.defaultOutputLimit, timeout: Duration? = nil,
    supervisor: ProcessSupervisor = .shared, observer: ProcessObserver? = nil
  ) throws(ProcessError) -> ProcessOutput {
    var stdout = CappedBuffer(limit: outputLimit)
    var stderr = CappedBuffer(limit: outputLimit)
    let status = try stream(input: input, timeout: timeout, supervisor: supervisor, observer: observer) {
      stream, bytes in
      switch stream {
      case .stdout: stdout.append(bytes)
      case .stderr: stderr.append(bytes)
      }
    }
    let output = (stdout.finish(), stderr.finish())
    return ProcessOutput(
      status: status, stdout: output.0, stderr: output.1, omittedBytes: stdout.omitted + stderr.omitted)
  }

  /// Runs the command and passes its output on as it arrives, on the calling thread.
  package func stream(
    input: [UInt8] = [], timeout: Duration? = nil, supervisor: ProcessSupervisor = .shared,
    observer: ProcessObserver? = nil, meter: ProcessMeter? = nil, onChunk: (ProcessStream, [UInt8]) -> Void
  ) throws(ProcessError) -> ProcessStatus {
    guard !supervisor.isStopped else { throw .stopped }
    var child = try RunningChild.start(
      self, input: input, timeout: timeout, supervisor: supervisor, observer: observer)
    meter?.begin(below: child.pid)
    return try child.runToEnd(onChunk)
  }
}
