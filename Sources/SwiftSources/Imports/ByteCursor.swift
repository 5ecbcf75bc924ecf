/// A position in bytes. Reading past their end gives NUL.
struct ByteCursor {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  var position: Int

  /// The index up to which lines are counted. It makes counting read every byte once.
  private var countedTo = 0
  private var countedLine = 1

  init(bytes: UnsafePointer<UInt8>, end: Int, position: Int = 0) {
    (self.bytes, self.end, self.position) = (bytes, end, position)
  }

  var isAtEnd: Bool { position >= end }

  /// The byte at the position; NUL at the end.
  var byte: UInt8 { self[position] }

  /// Returns the byte at `index`; NUL outside of the bytes.
  subscript(index: Int) -> UInt8 {
    index >= 0 && index < end ? bytes[index] : 0
  }

  func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, index <= end - length else { return false }
    for offset in 0..<length where text.utf8Start[offset] != bytes[index + offset] { return false }
    return true
  }

  func text(from start: Int, to stop: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: stop - start), as: UTF8.self)
  }

  /// Returns true when `text` is the whole token.
  func holds(_ text: StaticString, _ token: SourceToken) -> Bool {
    token.range.count == text.utf8CodeUnitCount && has(text, at: token.range.lowerBound)
  }

  /// Returns the text of a word without its backticks; nil for any other token.
  func name(_ token: SourceToken) -> String? {
    switch token.kind {
    case .word: text(from: token.range.lowerBound, to: token.range.upperBound)
    case .quotedWord: text(from: token.range.lowerBound + 1, to: token.range.upperBound - 1)
    default: nil
    }
  }

  /// Returns the number of consecutive `wanted` bytes at `index`.
  func run(of wanted: UInt8, at index: Int) -> Int {
    var stop = index
    while stop < end, bytes[stop] == wanted { stop += 1 }
    return stop - index
  }

  /// Returns the line of `index`, from 1. Indices must not go down from call to call.
  mutating func line(at index: Int) -> Int {
    var count = 0
    for offset in countedTo..<max(index, countedTo) {
      count &+= bytes[offset] == .newline ? 1 : 0
    }
    countedLine += count
    countedTo = max(index, countedTo)
    return countedLine
  }

  /// Moves behind the bytes that may be part of an identifier.
  mutating func skipWord() {
    var index = position
    while index < end, bytes[index].isIdentifier { index += 1 }
    position = index
  }

  /// Moves to the end of the line, in front of its line break.
  mutating func skipToEndOfLine() {
    while position < end, bytes[position] != .newline, bytes[position] != .carriageReturn { position += 1 }
  }

  /// Moves behind the next `first`, `second` pair. Returns false, at the end, when there is none.
  mutating func skipPast(_ first: UInt8, _ second: UInt8) -> Bool {
    while position < end - 1 {
      if bytes[position] == first, bytes[position + 1] == second {
        position += 2
        return true
      }
      position += 1
    }
    position = end
    return false
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let hash = UInt8(ascii: "#")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")

  var isLineBreak: Bool { self == .newline || self == .carriageReturn }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// True when the byte may be part of an identifier. Bytes beyond ASCII always count, since it makes no difference to
  /// imports.
  var isIdentifier: Bool {
    // A bit per ASCII character: `$` and digits in the lower word, letters and `_` in the upper.
    let word: UInt64 = self < 64 ? 0x03FF_0010_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return self >= 0x80 || (word &>> UInt64(self & 63)) & 1 == 1
  }
}

// Finds the beginnings and ends of comments, quotes and regex literals in Swift.

extension UInt8 {
  static let parenthesis = UInt8(ascii: "(")
}

extension ByteCursor {
  /// Skips a comment, which may contain others. Returns false, at the end of the text, when the comment is not closed.
  mutating func skipBlockComment() -> Bool {
    var depth = 0
    var index = position
    let last = end - 1
    while index < last {
      switch (bytes[index], bytes[index + 1]) {
      case (.slash, .star):
        depth += 1
        index += 2
      case (.star, .slash):
        depth -= 1
        index += 2
      default: index += 1
      }
      if depth == 0 {
        position = index
        return true
      }
    }
    position = end
    return false
  }

  /// Skips an identifier in backticks, which may contain nearly anything on one line. Returns false, without a move,
  /// when no backtick closes it.
  mutating func skipQuotedWord() -> Bool {
    var index = position + 1
    while index < end, !bytes[index].isLineBreak {
      if bytes[index] == .backtick {
        position = index + 1
        return true
      }
      index += 1
    }
    return false
  }

  func hasLineBreak(from start: Int) -> Bool {
    for index in start..<position where bytes[index].isLineBreak { return true }
    return false
  }
}

// MARK: Quotes

extension ByteCursor {
  /// Skips `"`, `'` or `"""`. Returns true when the string spans lines.
  mutating func skipOpeningQuotes(hashes: Int) -> Bool {
    let start = position
    position += 1
    guard has("\"\"\"", at: start) else { return false }
    // `#"""#` is a string with one quote.
    if hashes > 0, lineCloses(hashes: hashes, after: start + 2) { return false }
    position = start + 3
    return true
  }

  private func lineCloses(hashes: Int, after start: Int) -> Bool {
    var index = start
    while index < end, !bytes[index].isLineBreak {
      if bytes[index] == .quote, hasHashes(hashes, at: index + 1) { return true }
      index += 1
    }
    return false
  }

  /// Skips the quote under the cursor. When the quote closes the string, all of the delimiter is skipped, and the
  /// result is true.
  mutating func skipClosingQuotes(hashes: Int, spansLines: Bool) -> Bool {
    let length = spansLines ? 3 : 1
    guard !spansLines || has("\"\"\"", at: position), hasHashes(hashes, at: position + length) else {
      position += 1
      return false
    }
    position += length + hashes
    return true
  }

  func hasHashes(_ count: Int, at index: Int) -> Bool {
    for offset in 0..<count where self[index + offset] != .hash { return false }
    return true
  }
}

// MARK: Regex literals

extension ByteCursor {
  /// Returns true when an operator here is a prefix operator, so that a regex literal may be here instead.
  ///
  /// The compiler asks its parser whether an expression is expected. This rule looks for a break on the left, as the
  /// compiler does for operators. It gives the same answer for all code that compiles, except for prefix slash
  /// operators in Swift 5 mode. A slash that is misread there hides at most the rest of its line.
  func startsExpression(at slash: Int) -> Bool {
    var before = slash - 1
    // Other prefix operators may come between, as in `!/a/`. Nobody writes more than a few.
    let limit = before - 8
    while before > limit, self[before] != .slash, self[before].isOperator { before -= 1 }
    switch self[before] {
    case UInt8(ascii: " "):
      // The slash is the operator that `func /` declares.
      return !endsWord("func", at: before)
    case 0, 0x09...0x0D, .parenthesis, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return true
    // A comment ends here, which is a blank to the compiler.
    case .slash: return self[before - 1] == .star
    default:
      return before == slash - 1 && Self.wordsBeforeExpressions.contains { endsWord($0, at: slash) }
    }
  }

  /// Keywords before an expression. A regex literal may follow without a blank, as in `return/a/`.
  private static let wordsBeforeExpressions: [StaticString] = [
    "return", "in", "case", "try", "await", "throw", "where", "if", "while", "guard", "switch", "yield",
  ]

  private func endsWord(_ word: StaticString, at index: Int) -> Bool {
    let start = index - word.utf8CodeUnitCount
    guard has(word, at: start) else { return false }
    return !self[start - 1].isIdentifier && self[start - 1] != UInt8(ascii: ".")
  }

  /// Returns the end of the regex literal whose content begins at `start`; nil when it is no regex literal. A literal
  /// is on one line, has no blank at either end and closes only its own parentheses. No comment follows directly.
  func endOfBareRegex(from start: Int) -> Int? {
    var (groups, classes) = (0, 0)
    var index = start
    if self[start].isBlank { return nil }
    while index < end, !bytes[index].isLineBreak {
      switch bytes[index] {
      case .backslash: index += 1
      case .slash:
        let after = self[index + 1]
        let isClosed = after != .slash && after != .star && !self[index - 1].isBlank
        return isClosed ? index + 1 : nil
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(0, classes - 1)
      case .parenthesis where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        if groups == 0 { return nil }
        groups -= 1
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  /// True for a byte that may be part of an operator. Bytes beyond ASCII count as identifiers.
  var isOperator: Bool {
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "?"), UInt8(ascii: "%"), .star, .slash:
      true
    default: false
    }
  }
}
