/// Splits Swift text into tokens, as far as a manifest's outline needs.
///
/// It does not know the grammar. It only has to be right about where comments and strings end, and to
/// say so when it cannot be (`SwiftScanner.Doubt`): whatever it doubts is left to SwiftPM.
struct SwiftScanner {
  struct Doubt: Error, Sendable, Hashable {
    let reason: String
  }

  private let text: [UInt8]
  private var at: Int
  private var line = 1
  private var braces = 0
  private var parentheses = 0
  private(set) var tokens: [SwiftToken] = []

  static func tokens(of text: [UInt8]) throws(Doubt) -> [SwiftToken] {
    var scanner = SwiftScanner(text: text, at: 0)
    while scanner.at < text.count { try scanner.step() }
    guard scanner.braces == 0, scanner.parentheses == 0 else { throw Doubt(reason: "unbalanced brackets") }
    return scanner.tokens
  }

  private init(text: [UInt8], at: Int) {
    self.text = text
    self.at = at
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < text.count ? text[at + distance] : nil
  }

  private func sees(_ expected: StaticString) -> Bool {
    expected.withUTF8Buffer { text[at...].starts(with: $0) }
  }

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int, line: Int) {
    tokens.append(
      SwiftToken(kind: kind, range: start..<at, line: line, braces: braces, parentheses: parentheses))
  }
}

// MARK: Code

extension SwiftScanner {
  private mutating func step() throws(Doubt) {
    guard let byte = peek() else { return }
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): newline()
    case UInt8(ascii: " "), UInt8(ascii: "\t"): at += 1
    case 0..<0x20, 0x7F: throw Doubt(reason: "a control character")
    case UInt8(ascii: "/"): try slash()
    case UInt8(ascii: "\""): try string(hashes: 0)
    case UInt8(ascii: "#"): try hash()
    case UInt8(ascii: "`"): try quotedName()
    case _ where Self.isWordByte(byte): word(.word)
    default: try symbol(byte)
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  private mutating func newline() {
    at += sees("\r\n") ? 2 : 1
    line += 1
  }

  private mutating func word(_ kind: SwiftToken.Kind) {
    let start = at
    if kind == .directive { at += 1 }
    while let byte = peek(), Self.isWordByte(byte) { at += 1 }
    append(kind, from: start, line: line)
  }

  private mutating func quotedName() throws(Doubt) {
    let start = at
    at += 1
    while let byte = peek(), byte != UInt8(ascii: "`") {
      guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { break }
      at += 1
    }
    guard peek() == UInt8(ascii: "`") else { throw Doubt(reason: "an unclosed back-quoted name") }
    at += 1
    append(.word, from: start, line: line)
  }

  private mutating func symbol(_ byte: UInt8) throws(Doubt) {
    let start = at
    at += 1
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      append(.symbol, from: start, line: line)
      parentheses += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      parentheses -= 1
      append(.symbol, from: start, line: line)
    case UInt8(ascii: "{"):
      append(.symbol, from: start, line: line)
      braces += 1
    case UInt8(ascii: "}"):
      braces -= 1
      append(.symbol, from: start, line: line)
    default: append(.symbol, from: start, line: line)
    }
    guard braces >= 0, parentheses >= 0 else { throw Doubt(reason: "unbalanced brackets") }
  }

  private mutating func hash() throws(Doubt) {
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if peek(hashes) == UInt8(ascii: "\"") {
      try string(hashes: hashes)
    } else if hashes == 1, let byte = peek(1), Self.isWordByte(byte) {
      word(.directive)
    } else {
      throw Doubt(reason: "a stray \"#\"")
    }
  }

  private mutating func slash() throws(Doubt) {
    if sees("//") {
      while let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { at += 1 }
    } else if sees("/*") {
      try blockComment()
    } else if peek(1) == UInt8(ascii: " "), at > 0, text[at - 1] == UInt8(ascii: " ") {
      // A division. Without the spaces it might as well open a regular expression.
      at += 1
      append(.symbol, from: at - 1, line: line)
    } else {
      throw Doubt(reason: "a \"/\" that may open a regular expression")
    }
  }

  private mutating func blockComment() throws(Doubt) {
    var depth = 0
    repeat {
      guard let byte = peek() else { throw Doubt(reason: "an unclosed comment") }
      if sees("/*") {
        depth += 1
        at += 2
      } else if sees("*/") {
        depth -= 1
        at += 2
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        newline()
      } else {
        at += 1
      }
    } while depth > 0
  }
}

// MARK: Strings

extension SwiftScanner {
  private mutating func string(hashes: Int) throws(Doubt) {
    let start = at
    let startLine = line
    at += hashes
    let isLong = sees("\"\"\"")
    at += isLong ? 3 : 1
    // `#"""#` is a short raw string that holds one quote; a long one must go on in the next line.
    if isLong, peek() != UInt8(ascii: "\n"), peek() != UInt8(ascii: "\r") {
      throw Doubt(reason: "an ambiguous string delimiter")
    }
    while !closes(isLong: isLong, hashes: hashes) {
      switch peek() {
      case nil: throw Doubt(reason: "an unclosed string")
      case UInt8(ascii: "\\")?: try escape(hashes: hashes)
      case UInt8(ascii: "\n")?, UInt8(ascii: "\r")?:
        guard isLong else { throw Doubt(reason: "an unclosed string") }
        newline()
      default: at += 1
      }
    }
    at += (isLong ? 3 : 1) + hashes
    append(.string, from: start, line: startLine)
  }

  private func closes(isLong: Bool, hashes: Int) -> Bool {
    guard isLong ? sees("\"\"\"") : sees("\"") else { return false }
    let quotes = isLong ? 3 : 1
    return (0..<hashes).allSatisfy { peek(quotes + $0) == UInt8(ascii: "#") }
  }

  private mutating func escape(hashes: Int) throws(Doubt) {
    at += 1
    guard (0..<hashes).allSatisfy({ peek($0) == UInt8(ascii: "#") }) else { return }
    at += hashes
    if peek() == UInt8(ascii: "(") {
      try interpolation()
    } else if let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      at += 1
    }
  }

  private mutating func interpolation() throws(Doubt) {
    let outside = (parentheses, braces)
    repeat {
      guard at < text.count else { throw Doubt(reason: "an unclosed interpolation") }
      try step()
    } while parentheses > outside.0
    guard (parentheses, braces) == outside else { throw Doubt(reason: "unbalanced brackets") }
  }
}
