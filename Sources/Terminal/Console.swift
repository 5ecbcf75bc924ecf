/// Turns the events of `Progress` into the text to write. Consoles are pure: time comes in, text
/// goes out.
package protocol Console: Sendable {
  mutating func begin(_ phase: String, now: Duration) -> String
  mutating func note(_ line: StyledText, now: Duration) -> String
  mutating func tick(now: Duration) -> String
  mutating func finish(now: Duration) -> String
}

/// What is under way, and since when. Work that ends sooner than `patience` is never mentioned.
private struct Phase: Sendable {
  static let patience = Duration.milliseconds(500)

  let name: String
  let started: Duration

  func isDue(_ now: Duration) -> Bool { now - started >= Self.patience }
}

/// One line at the bottom that is drawn over and over, and gone when the work is done.
package struct LiveConsole: Console {
  private static let erase = "\r\u{1B}[K"
  /// Faster than this nobody can read.
  private static let interval = Duration.milliseconds(50)

  private let width: Int
  private let color: Bool
  private var phase: Phase?
  private var lastDrawn: Duration?

  package init(width: Int, color: Bool) {
    self.width = width
    self.color = color
  }

  package mutating func begin(_ phase: String, now: Duration) -> String {
    // A run of short phases is one long wait: its patience is not started anew.
    let started = lastDrawn == nil ? self.phase?.started ?? now : now - Phase.patience
    self.phase = Phase(name: phase, started: started)
    return draw(now, force: lastDrawn != nil)
  }

  package mutating func note(_ line: StyledText, now: Duration) -> String {
    let wasDrawn = lastDrawn != nil
    return clear() + line.render(color: color) + "\n" + (wasDrawn ? draw(now, force: true) : "")
  }

  package mutating func tick(now: Duration) -> String {
    draw(now)
  }

  package mutating func finish(now: Duration) -> String {
    phase = nil
    return clear()
  }

  private mutating func clear() -> String {
    defer { lastDrawn = nil }
    return lastDrawn == nil ? "" : Self.erase
  }

  private mutating func draw(_ now: Duration, force: Bool = false) -> String {
    guard let phase, force || phase.isDue(now) else { return "" }
    if !force, let lastDrawn, now - lastDrawn < Self.interval { return "" }
    lastDrawn = now
    // The last column stays free: some terminals wrap as soon as it is written.
    return Self.erase + StyledText(phase.name, .heading).truncated(to: width - 1).render(color: color)
  }
}

/// Lines for a log: one when a phase has taken a while, then rarely, so that nobody thinks it hangs.
package struct PlainConsole: Console {
  /// Some CI services stop a job that is silent for ten minutes.
  private static let interval = Duration.seconds(30)

  private let color: Bool
  private var phase: Phase?
  private var lastSaid: Duration?

  package init(color: Bool) {
    self.color = color
  }

  package mutating func begin(_ phase: String, now: Duration) -> String {
    self.phase = Phase(name: phase, started: now)
    lastSaid = nil
    return ""
  }

  package func note(_ line: StyledText, now: Duration) -> String {
    line.render(color: color) + "\n"
  }

  package mutating func tick(now: Duration) -> String {
    guard let phase, phase.isDue(now) else { return "" }
    if let lastSaid, now - lastSaid < Self.interval { return "" }
    let isFirst = lastSaid == nil
    lastSaid = now
    var line = StyledText(phase.name)
    if !isFirst { line.append(" after \(Wording.duration(now - phase.started))", .dim) }
    return line.render(color: color) + "\n"
  }

  package mutating func finish(now: Duration) -> String {
    phase = nil
    return ""
  }
}
