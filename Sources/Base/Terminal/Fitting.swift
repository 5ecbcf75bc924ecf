/// The number of columns that text takes on a terminal.
///
/// The widths are those of East Asian Width and emoji presentation, by grapheme. A character of ambiguous width counts
/// as one column, as most terminals draw it.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    // Most names are ASCII, where a byte is a column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark: return 0
    // The soft hyphen is a format character that terminals draw.
    case .format: return first.value == 0xAD ? 1 : 0
    default: break
    }
    if isWide(first.value) || first.properties.isEmojiPresentation { return 2 }
    // A variation selector or a skin tone turns a plain character into an emoji of two columns.
    return scalars.dropFirst().contains { $0.value == 0xFE0F || $0.properties.isEmojiModifier } ? 2 : 1
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    scalar >= 0x1100 && wide.contains { $0.contains(scalar) }
  }

  /// The blocks whose East Asian Width is W or F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// The part that is cut from a text that does not fit.
package enum Truncation: Sendable, Hashable {
  /// Cuts the end.
  case tail
  /// Cuts the middle. Both ends stay, as paths and module ids need: their last part says most.
  case middle
}

extension StyledText {
  /// The text in at most `width` columns, with an ellipsis where something was left out.
  package func truncated(to width: Int, _ truncation: Truncation = .tail) -> StyledText {
    guard self.width > width else { return self }
    guard width > 0 else { return StyledText() }
    let room = width - 1
    let back = truncation == .middle ? room / 2 : 0
    let cells = spans.flatMap { span in span.text.map { Cell(character: $0, style: span.style) } }
    let head = Self.fitting(cells, room - back)
    let tail = Self.fitting(cells.reversed(), back).reversed()
    let ellipsis = Cell(character: "…", style: (head.last ?? cells.first)?.style ?? .plain)
    return Self.joined(head + [ellipsis] + tail)
  }

  private struct Cell {
    let character: Character
    let style: Style
  }

  private static func fitting(_ cells: [Cell], _ width: Int) -> ArraySlice<Cell> {
    var used = 0
    return cells.prefix {
      used += DisplayWidth.of($0.character)
      return used <= width
    }
  }

  private static func joined(_ cells: [Cell]) -> StyledText {
    var spans: [Span] = []
    for cell in cells {
      if let last = spans.last, last.style == cell.style {
        spans[spans.count - 1] = Span(style: last.style, text: last.text + String(cell.character))
      } else {
        spans.append(Span(style: cell.style, text: String(cell.character)))
      }
    }
    return StyledText(spans: spans)
  }
}

extension StyledText {
  /// The text in lines of at most `width` columns, broken at spaces. A longer word stays whole. A nil width sets no limit.
  package func wrapped(to width: Int?) -> [StyledText] {
    guard let width, self.width > width else { return [self] }
    var lines: [StyledText] = []
    for (space, word) in words {
      if let last = lines.last, last.width + 1 + word.width <= width {
        lines[lines.count - 1] = last + space + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// The parts between spaces, each with the space before it.
  private var words: [(space: StyledText, word: StyledText)] {
    var words: [(space: StyledText, word: StyledText)] = [("", "")]
    for span in spans {
      let parts = span.text.split(separator: " ", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        if number > 0 { words.append((StyledText(" ", span.style), "")) }
        words[words.count - 1].word.append(String(part), span.style)
      }
    }
    return words.filter { !$0.word.spans.isEmpty }
  }
}

extension StyledText {
  /// A message in lines of at most `width` columns, for people who may copy parts of it. Later lines stand two columns
  /// further to the right. Commands, names and JSON stay whole, even where they are longer than a line. A nil width
  /// sets no limit.
  package func message(width: Int?) -> [StyledText] {
    guard let width, self.width > width else { return [self] }
    let cells = spans.flatMap { span in span.text.map { Cell(character: $0, style: span.style) } }
    let breaks = MessageBreaks(cells.map(\.character)).places
    let margin = cells.prefix { $0.character == " " }.count + 2
    let indent = Self(String(repeating: " ", count: margin))
    var lines: [StyledText] = []
    for (start, end) in zip([0] + breaks, breaks + [cells.count]) {
      let space = cells[start..<end].prefix { start > 0 && $0.character == " " }
      let unit = Self.joined(Array(cells[(start + space.count)..<end]))
      if let last = lines.last, last.width + space.count + unit.width <= width {
        lines[lines.count - 1] = last + Self.joined(Array(space)) + unit
      } else {
        lines.append(lines.isEmpty ? unit : indent + unit)
      }
    }
    return lines
  }
}

/// The places in a message where a line may end: spaces outside quotes, backticks and brackets.
private struct MessageBreaks {
  private static let closings: [Character: Character] = ["`": "`", "\"": "\"", "'": "'", "{": "}", "[": "]"]

  private let text: [Character]
  /// The indices of the first space of each gap.
  private(set) var places: [Int] = []

  init(_ text: [Character]) {
    self.text = text
    var open: [Character] = []
    var isIndent = true
    for (index, character) in text.enumerated() {
      if character != " " { isIndent = false }
      if character == open.last, isClosing(index) {
        open.removeLast()
      } else if let closing = closing(at: index, within: open.last) {
        open.append(closing)
      } else if character == " ", open.isEmpty, !isIndent, text[index - 1] != " ", mayEnd(before: index) {
        places.append(index)
      }
    }
  }

  /// A quote inside a word, as in "doesn't", closes nothing.
  private func isClosing(_ index: Int) -> Bool {
    guard text[index] == "'" || text[index] == "\"", index + 1 < text.count else { return true }
    return !text[index + 1].isLetter && !text[index + 1].isNumber
  }

  private func closing(at index: Int, within open: Character?) -> Character? {
    let isQuoted = open.map { "`\"'".contains($0) } ?? false
    guard !isQuoted, let closing = Self.closings[text[index]] else { return nil }
    let isWithinWord = index > 0 && (text[index - 1].isLetter || text[index - 1].isNumber)
    if closing == "'" || closing == "\"", isWithinWord { return nil }
    return text.indices[(index + 1)...].contains { text[$0] == closing && isClosing($0) } ? closing : nil
  }

  /// False before an option of a command and before a value of JSON.
  private func mayEnd(before index: Int) -> Bool {
    let word = text[index...].drop { $0 == " " }
    guard let first = word.first else { return false }
    if first == "{" || first == "[" { return false }
    return first != "-" || word.dropFirst().first == " "
  }
}
