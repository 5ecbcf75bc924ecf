/// Where long work says what it is at. The work knows nothing of terminals.
package protocol Progress: Sendable {
  /// Starts a phase, ending the one before.
  func begin(_ phase: String)
  /// A line that stays, whatever happens to the display.
  func note(_ line: StyledText)
  /// Time has passed; call it now and then where nothing else happens.
  func tick()
  /// Ends the last phase and leaves the terminal as it was.
  func finish()
}

/// For `--quiet`: shows notes alone, and without `write` nothing.
package struct SilentProgress: Progress {
  private let write: @Sendable (StyledText) -> Void

  package init(write: @escaping @Sendable (StyledText) -> Void = { _ in }) { self.write = write }

  package func begin(_ phase: String) {}
  package func note(_ line: StyledText) { write(line) }
  package func tick() {}
  package func finish() {}
}

/// Progress shown by a console. May be called from any thread.
package final class ConsoleProgress: Progress {
  private let console: Guarded<any Console>
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void

  /// `now` is the time since any fixed moment; `write` gets what is to appear, in order and never from
  /// two threads at once.
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

/// Calls `tick` from a thread of its own while other threads are busy in work that reports nothing.
package final class ProgressTicker: Sendable {
  private enum State: Sendable {
    case running, stopping, ended
  }

  private let state = Guarded(State.running)

  /// Without a thread to spare there are no ticks; the work is not the worse for it.
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
