import Platform

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
