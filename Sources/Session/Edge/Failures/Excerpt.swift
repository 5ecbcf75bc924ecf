import Base

/// A line that the user wrote, and the part of it that a failure is about.
package struct Excerpt: Sendable, Hashable {
  package let line: String
  /// The part, counted in Unicode scalars.
  package let place: Range<Int>

  /// The column of the part, counted from one.
  package var column: Int { place.lowerBound + 1 }
}

extension Excerpt {
  private static let caretStyle = Style.bad

  /// Returns the line, cut to the width, and a mark underneath.
  func lines(width: Int?) -> [StyledText] {
    let room = max(40, (width ?? 100) - 4)
    let scalars = Array(line.unicodeScalars)
    let start = scalars.count <= room ? 0 : max(0, min(place.lowerBound - room / 2, scalars.count - room))
    let end = min(scalars.count, start + room)
    let before = Self.shown(scalars[start..<min(place.lowerBound, end)])
    let marked = Self.shown(scalars[min(place.lowerBound, end)..<min(place.upperBound, end)])
    let after = Self.shown(scalars[min(place.upperBound, end)..<end])
    let head = start > 0 ? "..." : ""
    let tail = end < scalars.count ? "..." : ""
    let indent = DisplayWidth.of(head) + DisplayWidth.of(before)
    let mark = String(repeating: "^", count: max(1, DisplayWidth.of(marked)))
    return [
      StyledText("  \(head)\(before)\(marked)\(after)\(tail)"),
      StyledText("  " + String(repeating: " ", count: indent)) + StyledText(mark, Self.caretStyle),
    ]
  }

  /// Returns the text on one line, as a terminal shows it.
  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.map { $0.properties.isWhitespace ? " " : $0 })
    return Text.escapingControls(String(text))
  }
}
