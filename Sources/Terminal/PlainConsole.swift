/// Lines for a log: one when a phase has taken a while, then rarely, so that nobody thinks it hangs.
package struct PlainConsole: Console {
  /// Some CI services stop a job that is silent for ten minutes.
  private static let interval = Duration.seconds(30)

  private let color: Bool
  private var state: ProgressState?
  private var lastSaid: Duration?

  package init(color: Bool) {
    self.color = color
  }

  package mutating func begin(_ phase: String, total: Int?, now: Duration) -> String {
    state = ProgressState(phase: phase, total: total, started: now)
    lastSaid = nil
    return ""
  }

  package mutating func update(done: Int, doing: String, now: Duration) -> String {
    state?.done = done
    state?.doing = doing
    return tick(now: now)
  }

  package func note(_ line: StyledText, now: Duration) -> String {
    line.render(color: color) + "\n"
  }

  package mutating func tick(now: Duration) -> String {
    guard let state, state.isDue(now) else { return "" }
    if let lastSaid, now - lastSaid < Self.interval { return "" }
    let isFirst = lastSaid == nil
    lastSaid = now
    var line = StyledText(state.phase)
    if !state.counter.isEmpty { line.append(" \(state.counter)") }
    if !isFirst { line.append(" after \(Wording.duration(now - state.started))", .dim) }
    return line.render(color: color) + "\n"
  }

  package mutating func finish(now: Duration) -> String {
    state = nil
    return ""
  }
}

/// Turns the events of `Progress` into the text to write. Consoles are pure: time comes in, text
/// goes out.
package protocol Console: Sendable {
  mutating func begin(_ phase: String, total: Int?, now: Duration) -> String
  mutating func update(done: Int, doing: String, now: Duration) -> String
  mutating func note(_ line: StyledText, now: Duration) -> String
  mutating func tick(now: Duration) -> String
  mutating func finish(now: Duration) -> String
}
