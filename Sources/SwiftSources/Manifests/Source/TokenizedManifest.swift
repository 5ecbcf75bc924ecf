/// A token of a manifest's text. Comments have none.
struct ManifestToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// An identifier, keyword or number.
    case word
    /// `#if`, `#file`, ...
    case directive
    /// A string literal up to its first interpolation. The tokens of the interpolation follow.
    case string
    /// The rest of a string literal, behind an interpolation.
    case stringRest
    /// One byte of anything else.
    case symbol
  }

  let kind: Kind
  /// The offsets in the text.
  let range: Range<Int>
  /// The line number, from one.
  let line: Int
  /// The number of open braces around the token. `parentheses` counts open parentheses and brackets.
  let braces: Int
  let parentheses: Int
}

/// The reason why a text is left to SwiftPM, or to a person. The tokens must be right about the ends of comments, strings and brackets.
package struct ManifestDoubt: Error, Sendable, Hashable {
  package let reason: String
}

/// The text of a manifest, split into tokens.
struct TokenizedManifest: Sendable {
  let bytes: [UInt8]
  let tokens: [ManifestToken]

  init(_ bytes: [UInt8]) throws(ManifestDoubt) {
    // The compiler ends a line at a carriage return alone, but does not count the line.
    let hasControls = bytes.indices.contains { index in
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
      case UInt8(ascii: "\r"): !bytes[(index + 1)...].starts(with: "\n".utf8)
      case let byte: byte < 0x20 || byte == 0x7F
      }
    }
    guard !hasControls else { throw ManifestDoubt(reason: "a control character") }
    var reader = ManifestTokenReader(text: bytes)
    let isWhole = SwiftLexer.walk(bytes) { token in
      reader.read(token)
      return reader.doubt == nil
    }
    if let doubt = reader.doubt { throw ManifestDoubt(reason: doubt) }
    guard isWhole else { throw ManifestDoubt(reason: "an unclosed string or comment") }
    guard reader.open.isEmpty else { throw ManifestDoubt(reason: "unbalanced brackets") }
    (self.bytes, tokens) = (bytes, reader.tokens)
  }

  /// Returns the text of a token; empty when there is no such token.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? String(decoding: bytes[tokens[index].range], as: UTF8.self) : ""
  }

  func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

  /// Returns the text of a plain literal on one line; nil for a literal with escapes and for other tokens.
  func literal(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .string else { return nil }
    let literal = bytes[tokens[index].range]
    guard literal.count >= 2, literal.first == UInt8(ascii: "\""), !literal.starts(with: "\"\"\"".utf8),
      !literal.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Returns the index of the token that closes the bracket at `index`.
  func end(ofBracketAt index: Int) -> Int? {
    tokens[(index + 1)...].firstIndex { $0.kind == .symbol && $0.parentheses == tokens[index].parentheses }
  }
}

private struct ManifestTokenReader {
  let text: [UInt8]
  var tokens: [ManifestToken] = []
  /// The brackets that are open.
  var open: [UInt8] = []
  var doubt: String?
  private var braces = 0
  private var line = 1
  /// The offset up to which lines were counted.
  private var counted = 0

  init(text: [UInt8]) { self.text = text }

  mutating func read(_ token: SourceToken) {
    let (start, first) = (token.range.lowerBound, text[token.range.lowerBound])
    line += text[counted..<start].count { $0 == UInt8(ascii: "\n") }
    counted = start
    switch token.kind {
    case .comment: return
    case .word, .quotedWord: append(.word, token.range)
    case .directive: append(.directive, token.range)
    case .stringRest: append(.stringRest, token.range)
    case .string:
      if isAmbiguous(text[token.range]) { doubt = "an ambiguous string delimiter" }
      append(.string, token.range)
    case .regex: doubt = "a regular expression"
    case .symbol:
      switch first {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        append(.symbol, token.range)
        open.append(first)
        if first == UInt8(ascii: "{") { braces += 1 }
      case UInt8(ascii: ")"): close(UInt8(ascii: "("), token)
      case UInt8(ascii: "]"): close(UInt8(ascii: "["), token)
      case UInt8(ascii: "}"): close(UInt8(ascii: "{"), token)
      case UInt8(ascii: "/") where !isSpaced(start): doubt = "a \"/\" that may open a regular expression"
      case UInt8(ascii: "#"): doubt = "a stray \"#\""
      case UInt8(ascii: "`"): doubt = "a stray back-quote"
      default: append(.symbol, token.range)
      }
    }
  }

  private mutating func append(_ kind: ManifestToken.Kind, _ range: Range<Int>) {
    tokens.append(
      ManifestToken(
        kind: kind, range: range, line: line, braces: braces, parentheses: open.count - braces))
  }

  private mutating func close(_ opening: UInt8, _ token: SourceToken) {
    guard open.popLast() == opening else { return doubt = "unbalanced brackets" }
    if opening == UInt8(ascii: "{") { braces -= 1 }
    append(.symbol, token.range)
  }

  /// Returns true when spaces surround a slash, so that it divides. Without them it may open a regular expression.
  private func isSpaced(_ slash: Int) -> Bool {
    slash > 0 && text[slash - 1] == UInt8(ascii: " ") && slash + 1 < text.count
      && text[slash + 1] == UInt8(ascii: " ")
  }

  /// Returns true for three quotes that no line end follows. `#"""#` is a short raw string with one quote; a long
  /// string must go on in the next line.
  private func isAmbiguous(_ literal: ArraySlice<UInt8>) -> Bool {
    let quotes = literal.drop { $0 == UInt8(ascii: "#") }
    return quotes.starts(with: "\"\"\"".utf8) && !quotes.dropFirst(3).starts(with: "\n".utf8)
      && !quotes.dropFirst(3).starts(with: "\r\n".utf8)
  }
}
