/// Turns the events of `Progress` into the text to write. Consoles are pure: they get the time and return text.
package protocol Console: Sendable {
  mutating func begin(_ phase: String, now: Duration) -> String
  mutating func note(_ line: StyledText, now: Duration) -> String
  mutating func tick(now: Duration) -> String
  mutating func finish(now: Duration) -> String
}

/// The current phase of work, and the time when it began. A phase shorter than `patience` is never shown.
private struct Phase: Sendable {
  static let patience = Duration.milliseconds(500)

  let name: String
  let started: Duration

  func isDue(_ now: Duration) -> Bool { now - started >= Self.patience }
}

/// A line at the bottom of the terminal, redrawn again and again, and erased when the work is done.
package struct LiveConsole: Console {
  private static let erase = "\r\u{1B}[K"
  /// Nobody can read faster updates.
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
    // A run of short phases is one long wait, so `patience` counts from its first phase.
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

/// Lines for a log: one when a phase has taken a while, then one from time to time as a sign of life.
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

/// Lines at the bottom of a terminal, redrawn again and again, and erased when the work is done.
///
/// The type is pure: it keeps the lines that it drew last, and returns the text that turns them into the new lines.
package struct LiveArea: Sendable, Hashable {
  private var drawn: [StyledText] = []

  package init() {}

  package var isEmpty: Bool { drawn.isEmpty }

  /// `columns` is the current width of the terminal, which may have changed since the last call.
  package mutating func draw(_ lines: [StyledText], columns: Int, color: Bool) -> String {
    guard !lines.isEmpty else { return clear(columns: columns) }
    // The last column stays free: some terminals wrap as soon as it is written.
    let fitting = lines.map { $0.truncated(to: columns - 1) }
    let text =
      toTheTop(columns) + fitting.map { $0.render(color: color) + "\u{1B}[K" }.joined(separator: "\n")
    drawn = fitting
    // Typed characters, such as `^C`, land on the area's own last line.
    return text + "\u{1B}[J\r"
  }

  /// Forgets what was drawn. Somebody else has written to the terminal since, so the next lines stand below that.
  package mutating func forget() { drawn = [] }

  /// Leaves the terminal as if nothing had been drawn.
  package mutating func clear(columns: Int) -> String {
    guard let last = drawn.last else { return "" }
    defer { drawn = [] }
    // Lines are erased one by one: tmux keeps in its history what is erased at once from the top of the screen.
    let below = Self.rows(of: last.plain, columns) > 1 ? "\u{1B}[J" : "\u{1B}[K"
    return "\r" + below + String(repeating: "\u{1B}[A\u{1B}[K", count: rowsAbove(columns))
  }

  private func toTheTop(_ columns: Int) -> String {
    let rows = rowsAbove(columns)
    return rows > 0 ? "\r\u{1B}[\(rows)A" : "\r"
  }

  /// The number of rows above the last line; the cursor is at the start of that line. A terminal that became narrower
  /// has wrapped the lines.
  private func rowsAbove(_ columns: Int) -> Int {
    drawn.dropLast().reduce(0) { $0 + Self.rows(of: $1.plain, columns) }
  }

  /// The rows of a text. A wide character without room at the end of a row goes to the next row.
  private static func rows(of text: String, _ columns: Int) -> Int {
    var (rows, used) = (1, 0)
    for width in text.lazy.map(DisplayWidth.of) where width > 0 {
      if used + width > columns {
        rows += 1
        used = 0
      }
      used += width
    }
    return rows
  }
}

/// Shows the progress of long work. The work knows nothing of terminals.
package protocol Progress: Sendable {
  /// Starts a phase, ending the one before.
  func begin(_ phase: String)
  /// Writes a line that stays.
  func note(_ line: StyledText)
  /// Lets the display show the passed time. Long work calls it now and then.
  func tick()
  /// Ends the last phase and leaves the terminal as it was.
  func finish()
}

/// Progress for `--quiet`: it shows only notes, and without `write` nothing.
package struct SilentProgress: Progress {
  private let write: @Sendable (StyledText) -> Void

  package init(write: @escaping @Sendable (StyledText) -> Void = { _ in }) { self.write = write }

  package func begin(_ phase: String) {}
  package func note(_ line: StyledText) { write(line) }
  package func tick() {}
  package func finish() {}
}

/// Progress shown by a console. Any thread may call it.
package final class ConsoleProgress: Progress {
  private let console: Guarded<any Console>
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void

  /// `now` returns the time since any fixed moment. `write` gets the text in order, and never from two threads at once.
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

/// Calls `tick` from a thread of its own, while other threads do work that reports nothing.
package final class ProgressTicker: Sendable {
  private enum State: Sendable {
    case running, stopping, ended
  }

  private let state = Guarded(State.running)

  /// Starts the thread. If no thread can be started there are no ticks, which does the work no harm.
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
