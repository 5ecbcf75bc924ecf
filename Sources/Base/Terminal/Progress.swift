/// Shows the progress of long work. The work knows nothing of terminals.
package protocol Progress: Sendable {
  /// Starts a phase, ending the one before.
  func begin(_ phase: String)
  /// Writes a line that stays.
  func note(_ line: StyledText)
  /// Lets the display show the passed time. Long work calls it now and then.
  func tick()
  /// Ends the last phase and leaves the terminal as it was.
  func finish()
}

/// Progress for `--quiet`: it shows only notes, and without `write` nothing.
package struct SilentProgress: Progress {
  private let write: @Sendable (StyledText) -> Void

  package init(write: @escaping @Sendable (StyledText) -> Void = { _ in }) { self.write = write }

  package func begin(_ phase: String) {}
  package func note(_ line: StyledText) { write(line) }
  package func tick() {}
  package func finish() {}
}

/// Progress shown by a console. Any thread may call it.
package final class ConsoleProgress: Progress {
  private let console: Guarded<any Console>
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void

  /// `now` returns the time since any fixed moment. `write` gets the text in order, and never from two threads at once.
  package init(
    _ console: some Console, now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.console = Guarded(console)
    self.now = now
    self.write = write
  }

  package func begin(_ phase: String) { show { $0.begin(phase, now: $1) } }
  package func note(_ line: StyledText) { show { $0.note(line, now: $1) } }
  package func tick() { show { $0.tick(now: $1) } }
  package func finish() { show { $0.finish(now: $1) } }

  private func show(_ event: (inout any Console, Duration) -> String) {
    console.with { console in
      let text = event(&console, now())
      if !text.isEmpty { write(text) }
    }
  }
}

/// Calls `tick` from a thread of its own, while other threads do work that reports nothing.
package final class ProgressTicker: Sendable {
  private enum State: Sendable {
    case running, stopping, ended
  }

  private let state = Guarded(State.running)

  /// Starts the thread. If no thread can be started there are no ticks, which does the work no harm.
  package init(every interval: Duration = .milliseconds(100), _ tick: @escaping @Sendable () -> Void) {
    let started = Threads.start { [state] in
      while !state.wait(atMost: interval, until: { $0 != .running }) { tick() }
      state.with { $0 = .ended }
    }
    if !started { state.with { $0 = .ended } }
  }

  deinit {
    stop()
  }

  /// Returns when the last tick is over.
  package func stop() {
    state.with { if $0 == .running { $0 = .stopping } }
    state.wait { $0 == .ended }
  }
}
