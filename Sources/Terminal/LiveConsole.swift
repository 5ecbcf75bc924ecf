/// One line at the bottom that is drawn over and over, and gone when the work is done.
package struct LiveConsole: Console {
  private static let erase = "\r\u{1B}[K"
  /// Faster than this nobody can read.
  private static let interval = Duration.milliseconds(50)

  private let width: Int
  private let color: Bool
  private var state: ProgressState?
  private var lastDrawn: Duration?

  package init(width: Int, color: Bool) {
    self.width = width
    self.color = color
  }

  package mutating func begin(_ phase: String, total: Int?, now: Duration) -> String {
    // A run of short phases is one long wait: its patience is not started anew.
    let started = lastDrawn == nil ? state?.started ?? now : now - ProgressState.patience
    state = ProgressState(phase: phase, total: total, started: started)
    return draw(now, force: lastDrawn != nil)
  }

  package mutating func update(done: Int, doing: String, now: Duration) -> String {
    state?.done = done
    state?.doing = doing
    return draw(now)
  }

  package mutating func note(_ line: StyledText, now: Duration) -> String {
    let wasDrawn = lastDrawn != nil
    return clear() + line.render(color: color) + "\n" + (wasDrawn ? draw(now, force: true) : "")
  }

  package mutating func tick(now: Duration) -> String {
    draw(now)
  }

  package mutating func finish(now: Duration) -> String {
    state = nil
    return clear()
  }

  private mutating func clear() -> String {
    defer { lastDrawn = nil }
    return lastDrawn == nil ? "" : Self.erase
  }

  private mutating func draw(_ now: Duration, force: Bool = false) -> String {
    guard let state, force || state.isDue(now) else { return "" }
    if !force, let lastDrawn, now - lastDrawn < Self.interval { return "" }
    lastDrawn = now
    // The last column stays free: some terminals wrap as soon as it is written.
    return Self.erase + line(state).truncated(to: width - 1).render(color: color)
  }

  private func line(_ state: ProgressState) -> StyledText {
    var line = StyledText(state.phase, .heading)
    if !state.counter.isEmpty { line.append(" \(state.counter)", .count) }
    if !state.doing.isEmpty { line.append(" \(state.doing)", .dim) }
    return line
  }
}
