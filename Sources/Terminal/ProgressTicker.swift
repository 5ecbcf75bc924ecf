import Platform

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
