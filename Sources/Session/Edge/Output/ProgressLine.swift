package import Arguments
package import Base

/// What a command is busy with, for those who wait, and how long each part took, for those who ask.
///
/// Shared by everything a command does; whoever writes to the terminal does so through it, so that the line
/// that shows progress is never in the way.
package final class ProgressLine: Sendable {
  struct Timing: Sendable, Hashable {
    let name: String
    var duration: Duration
  }

  fileprivate struct State {
    var current: (name: String, started: Duration)?
    var timings: [Timing] = []
  }

  /// The display at the moment.
  private let shown: Guarded<any Progress>
  private let now: @Sendable () -> Duration
  private let ticker: ProgressTicker?
  private let state = Guarded(State())

  /// `ticks`: whether progress is to be told as time passes, from a thread of its own.
  package init(_ progress: any Progress, ticks: Bool, now: @escaping @Sendable () -> Duration) {
    let shown = Guarded(progress)
    self.shown = shown
    self.now = now
    ticker = ticks ? ProgressTicker { shown.with { $0 }.tick() } : nil
  }

  private var progress: any Progress { shown.with { $0 } }

  /// Starts a stage, ending the one before. The name is a sentence's beginning: `Reading the changes`.
  package func begin(_ name: String) {
    state.with { state in
      state.close(now())
      state.current = (name, now())
    }
    progress.begin(name)
  }

  /// Ends the last stage and clears the terminal for what follows.
  package func end() {
    state.with { $0.close(now()) }
    progress.finish()
  }

  /// A line that stays.
  func note(_ line: StyledText) { progress.note(line) }

  /// Runs what writes to the terminal by itself, without the line that shows progress.
  func suspended(_ body: () -> Void) {
    progress.finish()
    body()
    if let name = state.with({ $0.current?.name }) { progress.begin(name) }
  }

  /// Lets `other` show what is going on while `body` works.
  package func showing<Value, Failure: Error>(
    _ other: any Progress, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = change(to: other)
    defer { _ = change(to: before) }
    return try body()
  }

  /// Returns what showed it before, which leaves nothing behind.
  private func change(to next: any Progress) -> any Progress {
    let before = shown.with { shown in
      defer { shown = next }
      return shown
    }
    before.finish()
    return before
  }

  /// What has ended so far, in order; a stage that came twice is one.
  var timings: [Timing] { state.with { $0.timings } }
}

extension ProgressLine.State {
  fileprivate mutating func close(_ now: Duration) {
    guard let (name, started) = current else { return }
    current = nil
    if let known = timings.firstIndex(where: { $0.name == name }) {
      timings[known].duration += now - started
    } else {
      timings.append(ProgressLine.Timing(name: name, duration: now - started))
    }
  }
}

extension ProgressLine {
  /// Progress as the command line and the terminal want it: a line that is drawn over on a terminal, rare
  /// lines in a log, nothing for `--quiet` and for scripts that read JSON.
  package static func make(for world: World, _ options: GlobalOptions) -> ProgressLine {
    let errors = world.errors.capabilities(options.color)
    let write: @Sendable (String) -> Void = { world.errors.write(Array($0.utf8)) }
    if options.verbosity == .quiet || (options.json && !errors.isTerminal) {
      // Notes still pass: whether they are wanted is not progress's to decide.
      let silent = SilentProgress { write($0.render(color: errors.color) + "\n") }
      return ProgressLine(silent, ticks: false, now: world.now)
    }
    let progress =
      errors.live
      ? ConsoleProgress(
        LiveConsole(width: errors.width ?? 80, color: errors.color), now: world.now, write: write)
      : ConsoleProgress(PlainConsole(color: errors.color), now: world.now, write: write)
    return ProgressLine(progress, ticks: true, now: world.now)
  }
}
