import Platform

/// Where long work says how far it is. The work knows nothing of terminals.
package protocol Progress: Sendable {
  /// Starts a phase, ending the one before; `total` is nil when it is not known.
  func begin(_ phase: String, total: Int?)
  /// Says how many steps of the phase are done, and what is under way.
  func update(done: Int, doing: String)
  /// A line that stays, whatever happens to the display.
  func note(_ line: StyledText)
  /// Time has passed; call it now and then where nothing else happens.
  func tick()
  /// Ends the last phase and leaves the terminal as it was.
  func finish()
}

/// For `--quiet`, and for tests.
package struct NoProgress: Progress {
  package init() {}
  package func begin(_ phase: String, total: Int?) {}
  package func update(done: Int, doing: String) {}
  package func note(_ line: StyledText) {}
  package func tick() {}
  package func finish() {}
}

/// What there is to show, and since when.
struct ProgressState: Sendable, Hashable {
  /// Work that ends sooner than this is never mentioned.
  static let patience = Duration.milliseconds(500)

  var phase: String
  var total: Int?
  var done = 0
  var doing = ""
  var started: Duration

  func isDue(_ now: Duration) -> Bool { now - started >= Self.patience }

  /// `12/48`, or nothing where neither is known.
  var counter: String {
    if let total { return "\(done)/\(total)" }
    return done > 0 ? "\(done)" : ""
  }
}

/// Progress that is shown now in one way, now in another.
package final class SwitchedProgress: Progress {
  private let shown: Guarded<any Progress>

  package init(_ progress: any Progress) {
    shown = Guarded(progress)
  }

  private var current: any Progress { shown.with { $0 } }

  /// Returns what showed it before, which leaves nothing behind.
  @discardableResult
  package func change(to progress: any Progress) -> any Progress {
    let before = shown.with { shown in
      defer { shown = progress }
      return shown
    }
    before.finish()
    return before
  }

  package func begin(_ phase: String, total: Int?) { current.begin(phase, total: total) }
  package func update(done: Int, doing: String) { current.update(done: done, doing: doing) }
  package func note(_ line: StyledText) { current.note(line) }
  package func tick() { current.tick() }
  package func finish() { current.finish() }
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

  package func begin(_ phase: String, total: Int?) { show { $0.begin(phase, total: total, now: $1) } }
  package func update(done: Int, doing: String) { show { $0.update(done: done, doing: doing, now: $1) } }
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
  package init(_ progress: any Progress, every interval: Duration = .milliseconds(100)) {
    let started = Threads.start { [state] in
      while !state.wait(atMost: interval, until: { $0 != .running }) { progress.tick() }
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
