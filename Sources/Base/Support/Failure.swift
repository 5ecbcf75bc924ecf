/// The reason that a command gave no verdict: what is wrong, and what to do next. The exit code is 2 unless stated
/// otherwise.
package struct Failure: Error, Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]
  /// The part of the typed text that the failure is about.
  package let excerpt: Excerpt?

  package init(code: String, message: String, hints: [String] = [], excerpt: Excerpt? = nil) {
    self.code = code
    self.message = message
    self.hints = hints
    self.excerpt = excerpt
  }

  package static func unwritable(_ path: String) -> Failure {
    Failure(
      code: "unwritable", message: "cannot write \"\(path)\"",
      hints: ["check the folder's permissions and free space, then run it again"])
  }

  /// A signal or a user stopped the run. The exit code tells which signal it was.
  package static let stopped = Failure(code: "stopped", message: "the run was stopped")

  package var isStop: Bool { code == Self.stopped.code }
}

extension Warning {
  /// A warning about a failure that only costs time. `lost` begins the sentence: "the state is not kept".
  package init(_ failure: Failure, _ lost: String? = nil) {
    self.init(
      code: failure.code, message: (lost.map { "\($0): " } ?? "") + failure.message, hints: failure.hints)
  }
}

/// A line that the user wrote, and the part of it that a failure is about.
package struct Excerpt: Sendable, Hashable {
  package let line: String
  /// The part, counted in Unicode scalars.
  package let place: Range<Int>

  package init(line: String, place: Range<Int>) {
    self.line = line
    self.place = place
  }

  /// Returns the part without its first scalars.
  package func dropFirst(_ count: Int) -> Excerpt {
    Excerpt(line: line, place: (place.lowerBound + count)..<place.upperBound)
  }

  /// The column of the part, counted from one.
  package var column: Int { place.lowerBound + 1 }
}

extension Excerpt {
  private static let caretStyle = Style.bad

  /// Returns the line, cut to the width, and a mark underneath.
  package func lines(width: Int?) -> [StyledText] {
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

/// Something that the user should know and that does not stop the work.
package struct Warning: Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]

  package init(code: String, message: String, hints: [String] = []) {
    self.code = code
    self.message = message
    self.hints = hints
  }
}

extension Warning: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(code, message, hints) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(code: try reader.value(), message: try reader.value(), hints: try reader.value())
  }
}
