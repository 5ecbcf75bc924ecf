import Base

/// The lines of source below a compile error, cut for a terminal. A line that the terminal wraps would move its `^` away
/// from the place of the error.
struct SourceExcerpt {
  private let lines: [String]

  /// `lines` are as the compiler prints them: a number or blanks, a bar, and the source or the mark.
  init(_ lines: [String]) { self.lines = lines }

  /// The lines in at most `width` columns. All are cut at the same places, so that the marked place stays in sight.
  func fitted(to width: Int?) -> [String] {
    guard let width, lines.contains(where: { DisplayWidth.of($0) > width }) else { return lines }
    let parts = lines.map(Self.parts)
    let gutter = parts.map { $0.gutter.count }.max() ?? 0
    let room = max(10, width - gutter)
    let start = max(0, (mark(in: parts) ?? 0) - room / 2)
    return parts.map { $0.gutter + Self.cut($0.source, from: start, to: room) }
  }

  /// The column of the first `^` below the source.
  private func mark(in parts: [(gutter: String, source: [Character])]) -> Int? {
    parts.lazy.compactMap { _, source in
      source.last == "^" && source.dropLast().allSatisfy { " \t|~".contains($0) } ? source.count - 1 : nil
    }.first
  }

  /// ` 12 |` and the source behind it.
  private static func parts(_ line: String) -> (gutter: String, source: [Character]) {
    guard let bar = line.firstIndex(of: "|") else { return ("", Array(line)) }
    return (String(line[...bar]), Array(line[line.index(after: bar)...]))
  }

  /// The part of a line that is `room` columns wide. An ellipsis stands where something is missing.
  private static func cut(_ source: [Character], from start: Int, to room: Int) -> String {
    var rest = source.dropFirst(start)
    var text = ""
    if start > 0, source.contains(where: { $0 != " " }) {
      // A blank line of marks begins with a blank.
      text = rest.popFirst() == " " ? " " : "…"
    }
    var used = DisplayWidth.of(text)
    for (index, character) in zip(rest.indices, rest) {
      let width = DisplayWidth.of(character)
      let isLast = index == rest.indices.last
      guard used + width < room || (isLast && used + width <= room) else { return text + "…" }
      text.append(character)
      used += width
    }
    return text
  }
}
