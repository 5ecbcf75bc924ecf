import Base

/// One run of the watched command: this program once more, as a process that can be ended by itself.
final class WatchRun: Sendable {
  private let supervisor = ProcessSupervisor(within: .shared)
  private let command: Command

  /// How long a run may take to end what it has started.
  private static let grace = Duration.seconds(4)

  init(_ command: Command) {
    self.command = command
  }

  /// Hands on what is printed, on a thread of its own, and then how it ended; nil: it was made to.
  func start(
    _ onOutput: @escaping @Sendable (ProcessStream, [UInt8]) -> Void,
    _ onEnd: @escaping @Sendable (ProcessStatus?) -> Void
  ) -> Bool {
    Threads.start { [self] in
      defer { supervisor.release(from: .shared) }
      let status: ProcessStatus?
      do throws(ProcessError) {
        status = try command.stream(supervisor: supervisor) { onOutput($0, $1) }
      } catch {
        if !supervisor.isStopped { onOutput(.stderr, Array("error: \(error.message)\n".utf8)) }
        status = nil
      }
      onEnd(status)
    }
  }

  /// Ends it and all that it has started, without waiting for that.
  func stop() {
    let supervisor = supervisor
    if !Threads.start({ supervisor.stop(grace: Self.grace) }) { supervisor.stop(grace: Self.grace) }
  }
}
