package import Arguments
package import Base

/// Shows the current stage of a command, and records how long each stage took.
///
/// All parts of a command share it. All output to the terminal goes through it, so that the progress line is never in
/// between.
package final class ProgressLine: Sendable {
  struct Timing: Sendable, Hashable {
    let name: String
    var duration: Duration
  }

  fileprivate struct State {
    var current: (name: String, started: Duration)?
    var timings: [Timing] = []
  }

  /// The current display.
  private let shown: Guarded<any Progress>
  private let now: @Sendable () -> Duration
  private let ticker: ProgressTicker?
  private let state = Guarded(State())

  /// With `ticks`, a thread of its own updates the display as time passes.
  package init(_ progress: any Progress, ticks: Bool, now: @escaping @Sendable () -> Duration) {
    let shown = Guarded(progress)
    self.shown = shown
    self.now = now
    ticker = ticks ? ProgressTicker { shown.with { $0 }.tick() } : nil
  }

  private var progress: any Progress { shown.with { $0 } }

  /// Starts a stage and ends the one before. The name begins a sentence: `Reading the changes`.
  package func begin(_ name: String) {
    state.with { state in
      state.close(now())
      state.current = (name, now())
    }
    progress.begin(name)
  }

  /// Ends the last stage and clears the progress line.
  package func end() {
    state.with { $0.close(now()) }
    progress.finish()
  }

  /// Shows a line that stays.
  func note(_ line: StyledText) { progress.note(line) }

  /// Runs code that writes to the terminal itself, with the progress line hidden.
  func suspended(_ body: () -> Void) {
    progress.finish()
    body()
    if let name = state.with({ $0.current?.name }) { progress.begin(name) }
  }

  /// Shows progress on `other` while `body` works.
  package func showing<Value, Problem: Error>(
    _ other: any Progress, _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let before = change(to: other)
    defer { _ = change(to: before) }
    return try body()
  }

  /// Returns the earlier display, which is cleared.
  private func change(to next: any Progress) -> any Progress {
    let before = shown.with { shown in
      defer { shown = next }
      return shown
    }
    before.finish()
    return before
  }

  /// The stages that have ended, in order. A stage that came twice is listed once.
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
  /// Makes the progress line for the options and the terminal. A terminal gets one line that is redrawn, a log a few
  /// lines.
  /// `--quiet` and scripts that read JSON get nothing.
  package static func make(for world: World, _ options: GlobalOptions) -> ProgressLine {
    let errors = world.errors.capabilities(options.color)
    let write: @Sendable (String) -> Void = { world.errors.write(Array($0.utf8)) }
    if options.verbosity == .quiet || (options.json && !errors.isTerminal) {
      // Notes are still written; options decide about these elsewhere.
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
