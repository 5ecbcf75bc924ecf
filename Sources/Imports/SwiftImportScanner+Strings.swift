// String literals, as the compiler delimits them: also where they are wrong, since code in an
// inactive `#if` branch need not be right.

/// A parenthesis or string that stands open inside an interpolation.
struct OpenDelimiter {
  /// `(`, `"` or `'`.
  let kind: UInt8
  let hashes: Int
  /// Whether the innermost string around this place spans lines.
  let spansLines: Bool

  var isString: Bool { kind != UInt8(ascii: "(") }
}

extension SwiftImportScanner {
  /// Skips the string whose first quote is under the cursor.
  mutating func skipString(quote: UInt8, hashes: Int) {
    let spansLines = skipOpeningQuotes(quote, hashes: hashes)
    while !cursor.isAtEnd {
      switch cursor.byte {
      case .backslash:
        guard skipEscape(hashes: hashes) else { continue }
        if !skipInterpolation(spansLines: spansLines), !(spansLines && cursor.byte.isLineBreak) {
          if cursor.isAtEnd, spansLines { endedInsideLiteral = true }
          return
        }
      case .newline where !spansLines, .carriageReturn where !spansLines: return
      case quote:
        if skipClosingQuotes(hashes: hashes, spansLines: spansLines) { return }
      default: cursor.position += 1
      }
    }
    if spansLines { endedInsideLiteral = true }
  }

  /// Skips `"` or `"""`; says whether the string spans lines.
  private mutating func skipOpeningQuotes(_ quote: UInt8, hashes: Int) -> Bool {
    let start = cursor.position
    cursor.position += 1
    guard quote == .quote, cursor.has("\"\"\"", at: start) else { return false }
    // `#"""#` is a string of one quote.
    if hashes > 0, lineCloses(hashes: hashes, after: start + 2) { return false }
    cursor.position = start + 3
    return true
  }

  private func lineCloses(hashes: Int, after start: Int) -> Bool {
    var index = start
    while index < cursor.end, !cursor.bytes[index].isLineBreak {
      if cursor.bytes[index] == .quote, hasHashes(hashes, at: index + 1) { return true }
      index += 1
    }
    return false
  }

  /// Skips the quote under the cursor and, when it closes the string, all of its delimiter.
  private mutating func skipClosingQuotes(hashes: Int, spansLines: Bool) -> Bool {
    let length = spansLines ? 3 : 1
    guard !spansLines || cursor.has("\"\"\"", at: cursor.position),
      hasHashes(hashes, at: cursor.position + length)
    else {
      cursor.position += 1
      return false
    }
    cursor.position += length + hashes
    return true
  }

  func hasHashes(_ count: Int, at index: Int) -> Bool {
    for offset in 0..<count where cursor[index + offset] != .hash { return false }
    return true
  }

  /// Skips the backslash under the cursor with what it escapes; true when that opens an interpolation.
  private mutating func skipEscape(hashes: Int) -> Bool {
    cursor.position += 1
    guard hasHashes(hashes, at: cursor.position) else { return false }
    cursor.position += hashes
    // A line break ends a string of one line, whatever stands before it.
    if cursor.isAtEnd || cursor.byte.isLineBreak { return false }
    cursor.position += 1
    return cursor[cursor.position - 1] == UInt8(ascii: "(")
  }
}

// MARK: Interpolations

extension SwiftImportScanner {
  /// Skips to behind the parenthesis that closes the interpolation; false when it cannot be closed,
  /// with the cursor where the reading stopped.
  ///
  /// Like the compiler's, this reading knows strings, comments and parentheses, but neither regex
  /// literals nor identifiers in backticks.
  private mutating func skipInterpolation(spansLines: Bool) -> Bool {
    openDelimiters.removeAll(keepingCapacity: true)
    openDelimiters.append(OpenDelimiter(kind: UInt8(ascii: "("), hashes: 0, spansLines: spansLines))
    while let open = openDelimiters.last {
      guard !cursor.isAtEnd else { return false }
      if cursor.byte.isLineBreak {
        guard open.spansLines else { return false }
        cursor.position += 1
      } else if open.isString {
        stepInString(open)
      } else if !stepInCode(open) {
        return false
      }
    }
    return true
  }

  private mutating func stepInString(_ open: OpenDelimiter) {
    switch cursor.byte {
    case .backslash:
      if skipEscape(hashes: open.hashes) { push(UInt8(ascii: "("), spansLines: open.spansLines) }
    case open.kind:
      if skipClosingQuotes(hashes: open.hashes, spansLines: open.spansLines) { openDelimiters.removeLast() }
    default: cursor.position += 1
    }
  }

  /// False when a comment stands where none may.
  private mutating func stepInCode(_ open: OpenDelimiter) -> Bool {
    let start = cursor.position
    switch cursor.byte {
    case UInt8(ascii: "("):
      cursor.position += 1
      push(UInt8(ascii: "("), spansLines: open.spansLines)
    case UInt8(ascii: ")"):
      cursor.position += 1
      openDelimiters.removeLast()
    case .quote, .apostrophe: openString(hashes: 0)
    case .hash:
      let hashes = cursor.run(of: .hash, at: start)
      cursor.position += hashes
      if cursor.byte == .quote { openString(hashes: hashes) }
    case .slash:
      guard cursor[start + 1] == .slash || cursor[start + 1] == .star else {
        cursor.position += 1
        return true
      }
      if cursor[start + 1] == .slash, !open.spansLines { return false }
      _ = skipComment()
      if !open.spansLines, hasLineBreak(from: start, to: cursor.position) {
        cursor.position = start
        return false
      }
    default: cursor.position += 1
    }
    return true
  }

  private mutating func openString(hashes: Int) {
    let quote = cursor.byte
    push(quote, hashes: hashes, spansLines: skipOpeningQuotes(quote, hashes: hashes))
  }

  private mutating func push(_ kind: UInt8, hashes: Int = 0, spansLines: Bool) {
    openDelimiters.append(OpenDelimiter(kind: kind, hashes: hashes, spansLines: spansLines))
  }

  private func hasLineBreak(from start: Int, to stop: Int) -> Bool {
    for index in start..<stop where cursor.bytes[index].isLineBreak { return true }
    return false
  }
}
