extension Glob {
  /// The limit on alternatives. Braces multiply, so a short text could stand for millions of patterns.
  private static let maximumAlternatives = 1000

  /// Says what is wrong with a pattern, for the person who wrote it. Returns nil when the pattern is fine.
  ///
  /// `Glob` itself accepts any text, as shells do, and takes what it cannot parse literally. A pattern in a file that
  /// people maintain is refused instead.
  package static func problem(in pattern: String) -> String? {
    if pattern.isEmpty { return "it is empty" }
    if pattern.utf8.contains(0) { return "it contains a NUL byte" }
    if RelativePath(pattern).escapesRoot { return "it leaves its root folder" }
    return syntaxProblem(in: Array(pattern.utf8))
  }

  private static func syntaxProblem(in pattern: [UInt8]) -> String? {
    var braces = BraceCount()
    var at = 0
    while at < pattern.count {
      switch pattern[at] {
      case UInt8(ascii: "\\"):
        at += 1
        if at == pattern.count { return "it ends with a lone \"\\\"" }
      case UInt8(ascii: "["):
        guard let close = closingBracket(in: pattern, at) else { return "a \"[\" is never closed" }
        let members = pattern[(at + 1)..<close]
        if members.contains(UInt8(ascii: "/")) { return "\"/\" is not allowed in brackets" }
        if members.starts(with: "[:".utf8) { return "named character classes are not supported" }
        at = close
      case let byte:
        guard braces.take(byte) else { return "a \"}\" has no \"{\"" }
      }
      at += 1
    }
    guard let alternatives = braces.alternatives else { return "a \"{\" is never closed" }
    return alternatives > maximumAlternatives ? "its braces expand to too many patterns" : nil
  }
}

/// Counts the alternatives of braces without expanding them.
private struct BraceCount {
  /// For each open brace the number of complete alternatives, and the number of forms of the current alternative.
  private var levels: [(complete: Int, current: Int)] = [(0, 1)]
  private static let limit = 1 << 20

  /// Takes the next byte. Returns false for a closing brace without an opening one.
  mutating func take(_ byte: UInt8) -> Bool {
    let top = levels.count - 1
    switch byte {
    case UInt8(ascii: "{"): levels.append((0, 1))
    case UInt8(ascii: ",") where top > 0:
      levels[top] = (min(levels[top].complete + levels[top].current, Self.limit), 1)
    case UInt8(ascii: "}"):
      guard top > 0 else { return false }
      let forms = levels[top].complete + levels[top].current
      levels.removeLast()
      levels[top - 1].current = min(levels[top - 1].current * forms, Self.limit)
    default: break
    }
    return true
  }

  /// The number of alternatives, or nil while a brace is open.
  var alternatives: Int? { levels.count == 1 ? levels[0].current : nil }
}
