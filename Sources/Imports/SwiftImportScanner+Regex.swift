// What a `/` or a `#` may start: comments, regex literals, raw strings.

extension SwiftImportScanner {
  /// Skips what the slash under the cursor starts: a comment, a regex literal, or an operator.
  mutating func skipSlash() {
    if skipComment() { return }
    if isExpressionStart(cursor.position), let stop = endOfBareRegex(from: cursor.position + 1) {
      cursor.position = stop
    } else {
      cursor.position += 1
    }
  }

  /// Skips what the hashes under the cursor start: a raw string, a regex literal, or a directive.
  mutating func skipHash() {
    let hashes = cursor.run(of: .hash, at: cursor.position)
    cursor.position += hashes
    switch cursor.byte {
    case .quote: skipString(quote: .quote, hashes: hashes)
    case .slash: skipExtendedRegex(hashes: hashes)
    default: break
    }
  }

  /// Whether an operator here is a prefix operator, where a regex literal may stand instead.
  ///
  /// The compiler asks its parser whether an expression is expected. Its own rule for operators, a
  /// break on the left, says the same of all code that compiles, but for prefix slash operators in
  /// Swift 5 mode. A slash misread there can hide no more than what stands on its line.
  private func isExpressionStart(_ slash: Int) -> Bool {
    var before = slash - 1
    // Other prefix operators may stand between: `!/a/`. Nobody writes more than a few.
    let limit = before - 8
    while before > limit, Self.isOperator(cursor[before]) { before -= 1 }
    switch cursor[before] {
    case 0, 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      return true
    // The end of a comment, which is a blank to the compiler.
    case .slash: return cursor[before - 1] == .star
    default: return before == slash - 1 && endsKeyword(at: slash)
    }
  }

  /// Whether a keyword that wants an expression touches `index` from the left, as in `return/a/`.
  private func endsKeyword(at index: Int) -> Bool {
    Self.keywordsBeforeExpressions.contains { keyword in
      let start = index - keyword.utf8CodeUnitCount
      guard cursor.has(keyword, at: start) else { return false }
      let before = cursor[start - 1]
      return !before.isIdentifier && before != UInt8(ascii: ".")
    }
  }

  private static let keywordsBeforeExpressions: [StaticString] = [
    "return", "in", "case", "try", "await", "throw", "where", "if", "while", "guard", "switch", "yield",
  ]

  private static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "?"), UInt8(ascii: "%"), .star:
      true
    default: false
    }
  }

  /// Where the regex literal whose content starts at `start` ends, or nil when it is none: one line,
  /// no blank at either end, no parenthesis closed that it did not open, no comment right behind.
  private func endOfBareRegex(from start: Int) -> Int? {
    var (groups, classes) = (0, 0)
    var index = start
    if cursor[start].isBlank { return nil }
    while index < cursor.end, !cursor.bytes[index].isLineBreak {
      switch cursor.bytes[index] {
      case .backslash: index += 1
      case .slash:
        let after = cursor[index + 1]
        let isClosed = after != .slash && after != .star && !cursor[index - 1].isBlank
        return isClosed ? index + 1 : nil
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(0, classes - 1)
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        if groups == 0 { return nil }
        groups -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Skips `/.../` and its closing hashes. The literal spans lines when its first line is empty.
  private mutating func skipExtendedRegex(hashes: Int) {
    cursor.position += 1
    skipBlanks()
    let spansLines = cursor.byte.isLineBreak
    while !cursor.isAtEnd {
      switch cursor.byte {
      case .backslash: cursor.position += cursor[cursor.position + 1].isLineBreak ? 1 : 2
      case .slash where hasHashes(hashes, at: cursor.position + 1):
        cursor.position += 1 + hashes
        return
      case .newline where !spansLines, .carriageReturn where !spansLines: return
      default: cursor.position += 1
      }
    }
    if spansLines { endedInsideLiteral = true }
    // A backslash as last byte steps over the end.
    cursor.position = cursor.end
  }
}
