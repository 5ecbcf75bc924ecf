import Base

/// What a signal that asks the program to end leads to: everything it started is ended first.
enum Interruption {
  /// The first signal that arrived.
  private static let received = Guarded<Int32?>(nil)
  private static let farewell = Guarded<(@Sendable () -> Void)?>(nil)

  /// What is to be done before the process ends half-way: a terminal is left as it was found.
  static func atAbruptEnd(_ body: @escaping @Sendable () -> Void) {
    farewell.with { $0 = body }
  }

  /// For whoever ends the process half-way otherwise.
  static func sayFarewell() { farewell.with { $0 }?() }

  static func watch() {
    ProcessSupervisor.adoptOrphans()
    _ = SignalWatch.start { signal in
      let isFirst = received.with { received in
        defer { received = received ?? signal }
        return received == nil
      }
      // Who asks twice does not want to wait for an orderly end.
      guard isFirst else { leave(signal) }
      ProcessSupervisor.shared.stop()
      // A run that was under way now ends by itself and reports; anything else has nothing to lose.
      if !ProcessSupervisor.shared.hasStarted { leave(signal) }
    }
  }

  /// Ends the process at once, or nearly so: a terminal that takes no more text must not hold it up.
  private static func leave(_ signal: Int32) -> Never {
    let isDone = Guarded(false)
    let isStarted = Threads.start {
      farewell.with { $0 }?()
      isDone.with { $0 = true }
    }
    if isStarted { isDone.wait(atMost: .milliseconds(200)) { $0 } }
    CurrentProcess.exitAtOnce(128 + signal)
  }

  /// The exit code of the program: the signal's when one arrived. Nothing that was started outlives it,
  /// neither a daemon that a test left behind nor one of a manifest.
  static func exitCode(or code: Int32) -> Int32 {
    if ProcessSupervisor.shared.hasStarted { ProcessSupervisor.shared.endOrphans() }
    return received.with { $0 }.map { 128 + $0 } ?? code
  }
}
