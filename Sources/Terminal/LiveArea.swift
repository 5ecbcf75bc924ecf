/// Some lines at the bottom of a terminal that are drawn over and over, and gone when the work is done.
///
/// Pure: it knows what it drew last, and gives the text that turns this into what is wanted now.
package struct LiveArea: Sendable, Hashable {
  private var drawn: [StyledText] = []

  package init() {}

  package var isEmpty: Bool { drawn.isEmpty }

  /// `columns` is the width of the terminal now, which may have changed since the last time.
  package mutating func draw(_ lines: [StyledText], columns: Int, color: Bool) -> String {
    guard !lines.isEmpty else { return clear(columns: columns) }
    // The last column stays free: some terminals wrap as soon as it is written.
    let fitting = lines.map { $0.truncated(to: columns - 1) }
    let text =
      toTheTop(columns) + fitting.map { $0.render(color: color) + "\u{1B}[K" }.joined(separator: "\n")
    drawn = fitting
    // Whatever is typed meanwhile, `^C` above all, lands on the area's own last line.
    return text + "\u{1B}[J\r"
  }

  /// Leaves the terminal as if nothing had been drawn.
  package mutating func clear(columns: Int) -> String {
    guard let last = drawn.last else { return "" }
    defer { drawn = [] }
    // Line by line: from the top of the screen, tmux keeps in its history what is erased all at once.
    let below = Self.rows(of: last.plain, columns) > 1 ? "\u{1B}[J" : "\u{1B}[K"
    return "\r" + below + String(repeating: "\u{1B}[A\u{1B}[K", count: rowsAbove(columns))
  }

  private func toTheTop(_ columns: Int) -> String {
    let rows = rowsAbove(columns)
    return rows > 0 ? "\r\u{1B}[\(rows)A" : "\r"
  }

  /// The rows above the last line, at whose start the cursor is. A terminal that became narrower has wrapped
  /// the lines.
  private func rowsAbove(_ columns: Int) -> Int {
    drawn.dropLast().reduce(0) { $0 + Self.rows(of: $1.plain, columns) }
  }

  /// A wide character that does not fit into what is left of a row goes to the next.
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
