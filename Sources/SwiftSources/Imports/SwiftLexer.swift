/// A token of a Swift source. Only blanks lie between two tokens.
package struct SourceToken: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    /// An identifier, a keyword or a number.
    case word
    /// An identifier in backticks.
    case quotedWord
    /// `#if`, `#file`, a macro.
    case directive
    /// A string literal up to its first interpolation. The tokens of the interpolation follow, with its parentheses.
    case string
    /// The rest of a string literal, behind an interpolation.
    case stringRest
    case regex
    case comment
    /// One byte of anything else, or a row of `#`.
    case symbol
  }

  package let kind: Kind
  /// The indices of the token's bytes.
  package let range: Range<Int>
}

/// Splits a Swift source into tokens as the compiler does. It also reads wrong code, since code in an inactive `#if`
/// branch may be wrong.
///
/// The lexer does not parse. A `/` starts a regex literal wherever a prefix operator could be, so the language mode is
/// not needed. A slash that is misread hides at most the rest of its line.
package struct SwiftLexer {
  var cursor: ByteCursor
  /// True when the text ended inside a comment or a literal that spans lines.
  private(set) var endedInsideLiteral = false
  /// True after a comment, literal or interpolation that is not closed.
  private(set) var isBroken = false
  /// The strings and parentheses around the cursor. The outermost string with an interpolation comes first.
  private var open: [Opener] = []
  /// True when the parenthesis of an interpolation is under the cursor.
  private var isBeforeInterpolation = false

  private struct Opener {
    /// `(`, `"` or `'`.
    let kind: UInt8
    var hashes = 0
    /// True when the innermost string around this place spans lines.
    let spansLines: Bool
  }

  init(_ cursor: ByteCursor) {
    self.cursor = cursor
    guard cursor.position == 0 else { return }
    if cursor.has("\u{FEFF}", at: 0) { self.cursor.position = 3 }
    if cursor.has("#!", at: self.cursor.position) { self.cursor.skipToEndOfLine() }
  }

  /// Visits the tokens from `start` on while `visit` returns true. Returns false when a comment or literal that was
  /// read is not closed.
  @discardableResult
  package static func walk(_ bytes: [UInt8], from start: Int = 0, _ visit: (SourceToken) -> Bool) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      var lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count, position: start))
      while let token = lexer.next(), visit(token) {}
      return !lexer.isBroken
    }
  }

  /// True when the cursor is in an interpolation.
  var isNested: Bool { !open.isEmpty }

  /// True when the cursor is in a string, so that `next` must go on before code is read.
  var isInString: Bool { isNested && (isBeforeInterpolation || open.last?.kind != .parenthesis) }

  /// True when all bytes are read.
  var isDone: Bool { cursor.isAtEnd && !isNested }

  mutating func next() -> SourceToken? {
    while !isDone {
      let start = cursor.position
      if let kind = step() { return SourceToken(kind: kind, range: start..<cursor.position) }
    }
    return nil
  }

  /// Returns the next token that is not a comment.
  mutating func nextCode() -> SourceToken? {
    while let token = next() {
      if token.kind != .comment { return token }
    }
    return nil
  }

  /// Skips a token or a blank. Returns nil for a blank, and for an interpolation that is not closed.
  @discardableResult
  mutating func step() -> SourceToken.Kind? {
    if isNested, !isBeforeInterpolation, open.last?.kind != .parenthesis {
      let start = cursor.position
      skipString(open.removeLast())
      return cursor.position > start ? .stringRest : nil
    }
    isBeforeInterpolation = false
    switch cursor.byte {
    case _ where cursor.isAtEnd: if isNested { breakLiteral() }
    case .newline where isOnOneLine, .carriageReturn where isOnOneLine: breakLiteral()
    // NUL, vertical tab and form feed are blanks to the compiler.
    case 0, 0x09...0x0D: cursor.position += 1
    case UInt8(ascii: " "): cursor.position += cursor.run(of: UInt8(ascii: " "), at: cursor.position)
    case .slash: return skipSlash()
    case .quote, .apostrophe: return openString(hashes: 0)
    case .hash: return skipHash()
    // The compiler looks for the end of an interpolation without knowing backticks.
    case .backtick where !isNested && cursor.skipQuotedWord(): return .quotedWord
    case let byte where byte.isIdentifier:
      cursor.skipWord()
      return .word
    default: return skipSymbol()
    }
    return nil
  }

  private var isOnOneLine: Bool { open.last?.spansLines == false }

  private mutating func skipSymbol() -> SourceToken.Kind {
    if isNested {
      if cursor.byte == .parenthesis {
        open.append(Opener(kind: .parenthesis, spansLines: !isOnOneLine))
      } else if cursor.byte == UInt8(ascii: ")") {
        open.removeLast()
      }
    }
    cursor.position += 1
    return .symbol
  }

  /// Skips a raw string, a regex literal or a directive, which begins with hashes.
  private mutating func skipHash() -> SourceToken.Kind {
    let hashes = cursor.run(of: .hash, at: cursor.position)
    cursor.position += hashes
    switch cursor.byte {
    case .quote: return openString(hashes: hashes)
    case .slash where !isNested:
      skipExtendedRegex(hashes: hashes)
      return .regex
    case let byte where byte.isIdentifier && hashes == 1:
      cursor.skipWord()
      return .directive
    default: return .symbol
    }
  }

  /// Skips a comment, a regex literal or an operator, which begins with a slash. Returns nil for a comment in an
  /// interpolation that may not have one.
  private mutating func skipSlash() -> SourceToken.Kind? {
    let start = cursor.position
    switch cursor[start + 1] {
    case .slash where !isOnOneLine: cursor.skipToEndOfLine()
    case .slash:
      breakLiteral()
      return nil
    case .star:
      if !cursor.skipBlockComment() { (isBroken, endedInsideLiteral) = (true, true) }
      guard !isOnOneLine || !cursor.hasLineBreak(from: start) else {
        cursor.position = start
        breakLiteral()
        return nil
      }
    default:
      guard !isNested, cursor.startsExpression(at: start), let stop = cursor.endOfBareRegex(from: start + 1)
      else { return skipSymbol() }
      cursor.position = stop
      return .regex
    }
    return .comment
  }
}

// MARK: Strings

extension SwiftLexer {
  private mutating func openString(hashes: Int) -> SourceToken.Kind {
    let quote = cursor.byte
    let spansLines = cursor.skipOpeningQuotes(hashes: hashes)
    skipString(Opener(kind: quote, hashes: hashes, spansLines: spansLines))
    return .string
  }

  /// Skips up to the end of the string, or to the parenthesis of its next interpolation.
  private mutating func skipString(_ string: Opener) {
    loop: while !cursor.isAtEnd {
      switch cursor.byte {
      case .backslash where skipEscape(hashes: string.hashes):
        open.append(string)
        isBeforeInterpolation = true
        return
      case .backslash: break
      case .newline where !string.spansLines, .carriageReturn where !string.spansLines: break loop
      case string.kind:
        if cursor.skipClosingQuotes(hashes: string.hashes, spansLines: string.spansLines) { return }
      default: cursor.position += 1
      }
    }
    isBroken = true
    if isNested { breakLiteral() } else if cursor.isAtEnd, string.spansLines { endedInsideLiteral = true }
  }

  /// Skips the backslash under the cursor and the character that it escapes. Returns true for an interpolation, with
  /// the cursor before its parenthesis.
  private mutating func skipEscape(hashes: Int) -> Bool {
    cursor.position += 1
    guard cursor.hasHashes(hashes, at: cursor.position) else { return false }
    cursor.position += hashes
    if cursor.byte == .parenthesis { return true }
    // A line break ends a string of one line, even behind a backslash.
    if !cursor.isAtEnd, !cursor.byte.isLineBreak { cursor.position += 1 }
    return false
  }

  /// Gives up an interpolation that is not closed. As in the compiler, the outermost string goes on at a line break if
  /// it spans lines. Otherwise it ends.
  private mutating func breakLiteral() {
    isBroken = true
    guard open.first?.spansLines == true else { return open.removeAll() }
    if cursor.isAtEnd { endedInsideLiteral = true }
    open.removeSubrange((cursor.byte.isLineBreak ? 1 : 0)...)
  }

  /// Skips `/.../` and its closing hashes. The literal spans lines when its first line is empty.
  private mutating func skipExtendedRegex(hashes: Int) {
    cursor.position += 1
    while cursor.byte.isBlank { cursor.position += 1 }
    let spansLines = cursor.byte.isLineBreak
    while !cursor.isAtEnd {
      switch cursor.byte {
      case .backslash: cursor.position += cursor[cursor.position + 1].isLineBreak ? 1 : 2
      case .slash where cursor.hasHashes(hashes, at: cursor.position + 1):
        cursor.position += 1 + hashes
        return
      case .newline where !spansLines, .carriageReturn where !spansLines:
        isBroken = true
        return
      default: cursor.position += 1
      }
    }
    isBroken = true
    endedInsideLiteral = endedInsideLiteral || spansLines
    // A backslash as the last byte would move the cursor past the end.
    cursor.position = cursor.end
  }
}
