// Comments, blanks and identifiers in backticks.

extension SwiftImportScanner {
  mutating func skipBlanks() {
    while cursor.byte.isBlank { cursor.position += 1 }
  }

  /// Skips what may stand between two tokens, line breaks included.
  mutating func skipTrivia() {
    while !cursor.isAtEnd {
      switch cursor.byte {
      // NUL, vertical tab and form feed are blanks to the compiler.
      case 0, 0x09...0x0D, UInt8(ascii: " "): cursor.position += 1
      case .slash where skipsLiterals && skipComment(): break
      default: return
      }
    }
  }

  /// Skips the comment under the cursor; false, and no move, when there is none.
  mutating func skipComment() -> Bool {
    let start = cursor.position
    switch cursor[start + 1] {
    case .slash: cursor.skipToEndOfLine()
    case .star: skipBlockComment()
    default: return false
    }
    passed?.comments.append(start..<cursor.position)
    return true
  }

  /// Block comments nest.
  mutating func skipBlockComment() {
    var depth = 0
    var index = cursor.position
    let (bytes, last) = (cursor.bytes, cursor.end - 1)
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
        cursor.position = index
        return
      }
    }
    cursor.position = cursor.end
    endedInsideLiteral = true
  }

  /// Skips an identifier in backticks, which may hold nearly anything that fits on a line; only the
  /// backtick when none closes it.
  mutating func skipRawIdentifier() {
    var index = cursor.position + 1
    while index < cursor.end, !cursor.bytes[index].isLineBreak {
      if cursor.bytes[index] == .backtick {
        cursor.position = index + 1
        return
      }
      index += 1
    }
    cursor.position += 1
  }
}
