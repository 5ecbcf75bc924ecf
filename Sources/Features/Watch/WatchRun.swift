import Base
import Session

/// One run of the watched command. It is this program again, as a process that can be stopped alone.
final class WatchRun: Sendable {
  private let supervisor = ProcessSupervisor(within: .shared)
  private let command: Command

  /// The time that a stopped run gets to end its own processes.
  private static let grace = Duration.seconds(4)

  init(_ command: Command) {
    self.command = command
  }

  /// Starts the process on a thread of its own. `onOutput` gets its output. Then `onEnd` gets its status, or nil if it
  /// was stopped.
  /// Returns false if no thread could be started.
  func start(
    _ onOutput: @escaping @Sendable (ProcessStream, [UInt8]) -> Void,
    _ onEnd: @escaping @Sendable (ProcessStatus?) -> Void
  ) -> Bool {
    Threads.start { [self] in
      defer { supervisor.release(from: .shared) }
      let status: ProcessStatus?
      do throws(Failure) {
        status = try command.stream(supervisor: supervisor) { onOutput($0, $1) }
      } catch {
        if !supervisor.isStopped { onOutput(.stderr, Array("error: \(error.message)\n".utf8)) }
        status = nil
      }
      onEnd(status)
    }
  }

  /// Ends the process and all that it has started, without waiting.
  func stop() {
    let supervisor = supervisor
    if !Threads.start({ supervisor.stop(grace: Self.grace) }) { supervisor.stop(grace: Self.grace) }
  }
}
