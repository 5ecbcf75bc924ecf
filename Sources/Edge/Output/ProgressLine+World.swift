package import Arguments
import Terminal

extension ProgressLine {
  /// Progress as the command line and the terminal want it: a line that is drawn over on a terminal, rare
  /// lines in a log, nothing for `--quiet` and for scripts that read JSON.
  package static func make(for world: World, _ options: GlobalOptions) -> ProgressLine {
    let errors = world.errors.capabilities(options.color)
    let write: @Sendable (String) -> Void = { world.errors.write(Array($0.utf8)) }
    if options.verbosity == .quiet || (options.json && !errors.isTerminal) {
      // Notes still pass: whether they are wanted is not progress's to decide.
      return ProgressLine(SilentProgress(color: errors.color, write: write), ticks: false, now: world.now)
    }
    let progress =
      errors.live
      ? ConsoleProgress(
        LiveConsole(width: errors.width ?? 80, color: errors.color), now: world.now, write: write)
      : ConsoleProgress(PlainConsole(color: errors.color), now: world.now, write: write)
    return ProgressLine(progress, ticks: true, now: world.now)
  }
}

/// Shows notes alone.
private struct SilentProgress: Progress {
  let color: Bool
  let write: @Sendable (String) -> Void

  func begin(_ phase: String, total: Int?) {}
  func update(done: Int, doing: String) {}
  func note(_ line: StyledText) { write(line.render(color: color) + "\n") }
  func tick() {}
  func finish() {}
}
