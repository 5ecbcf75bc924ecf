import Base

/// Handles signals that ask the program to end. Everything that it started ends first.
enum Interruption {
  /// The first signal that arrived.
  private static let received = Guarded<Int32?>(nil)
  private static let farewell = Guarded<(@Sendable () -> Void)?>(nil)

  /// Sets the action before an abrupt end: it leaves the terminal as it was found.
  static func atAbruptEnd(_ body: @escaping @Sendable () -> Void) {
    farewell.with { $0 = body }
  }

  /// Runs that action, for callers that end the process abruptly without a signal.
  static func sayFarewell() { farewell.with { $0 }?() }

  static func watch() {
    ProcessSupervisor.adoptOrphans()
    _ = SignalWatch.start { signal in
      let isFirst = received.with { received in
        defer { received = received ?? signal }
        return received == nil
      }
      // A user who asks twice does not want to wait for an orderly end.
      guard isFirst else { leave(signal) }
      ProcessSupervisor.shared.stop()
      // A run now ends by itself and writes its report. Without a started process there is nothing to lose.
      if !ProcessSupervisor.shared.hasStarted { leave(signal) }
    }
  }

  /// Ends the process almost at once. A terminal that accepts no more text must not block it.
  private static func leave(_ signal: Int32) -> Never {
    let isDone = Guarded(false)
    let isStarted = Threads.start {
      farewell.with { $0 }?()
      isDone.with { $0 = true }
    }
    if isStarted { isDone.wait(atMost: .milliseconds(200)) { $0 } }
    CurrentProcess.exitAtOnce(128 + signal)
  }

  /// The exit code of the program: the signal's when one arrived. No started process outlives the program, neither a
  /// daemon of a test nor one of a manifest.
  static func exitCode(or code: Int32) -> Int32 {
    if ProcessSupervisor.shared.hasStarted { ProcessSupervisor.shared.endOrphans() }
    return received.with { $0 }.map { 128 + $0 } ?? code
  }
}
