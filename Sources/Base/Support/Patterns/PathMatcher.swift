/// Matches components of patterns with components of paths. Both loops go back only to the last star, as shells do, so
/// a match never takes exponential time. They use indices, since cutting slices costs more than comparing bytes.
package struct PathMatcher: Sendable, Hashable {
  /// The rules in which kinds of patterns differ.
  package struct Dialect: Sendable, Hashable {
    /// `[[:alpha:]]` is any letter.
    var namesClasses = false
    package var ignoresCase = false
    /// True when a bracket that is never closed and a last backslash stand for themselves. Otherwise a pattern with one
    /// matches nothing.
    var readsBrokenLiterally = true
    /// True when every character but `*` stands for itself.
    var hasOnlyStars = false

    package static let shell = Dialect()
    /// The rules of Git's ignore files.
    package static let git = Dialect(namesClasses: true, readsBrokenLiterally: false)
    /// Plain names with stars.
    package static let stars = Dialect(hasOnlyStars: true)
  }

  let dialect: Dialect

  package init(_ dialect: Dialect) { self.dialect = dialect }
}

extension PathMatcher {
  /// The component `**` stands for any number of components. When `covering`, a match of the path's front is enough.
  package func matches(
    _ pattern: [[UInt8]], _ path: [ArraySlice<UInt8>], covering: Bool = false
  ) -> Bool {
    var inPattern = 0
    var inPath = 0
    var retry: (inPattern: Int, inPath: Int)?
    while true {
      if inPattern < pattern.count, Self.isDoubleStar(pattern[inPattern]) {
        inPattern += 1
        retry = (inPattern, inPath)
      } else if inPattern == pattern.count, covering || inPath == path.count {
        return true
      } else if inPattern < pattern.count, inPath < path.count, matches(pattern[inPattern], path[inPath]) {
        inPattern += 1
        inPath += 1
      } else if let point = retry, point.inPath < path.count {
        retry = (point.inPattern, point.inPath + 1)
        inPattern = point.inPattern
        inPath = point.inPath + 1
      } else {
        return false
      }
    }
  }

  /// Matches one component, with `*`, `?`, `[...]` and backslash escapes.
  package func matches(_ pattern: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    var inPattern = 0
    var inText = text.startIndex
    var retry: (inPattern: Int, inText: Int)?
    while true {
      if inPattern < pattern.count, pattern[inPattern] == UInt8(ascii: "*") {
        inPattern += 1
        retry = (inPattern, inText)
      } else if inText < text.endIndex, let next = afterOne(pattern, at: inPattern, text[inText]) {
        inPattern = next
        inText += 1
      } else if inPattern == pattern.count, inText == text.endIndex {
        return true
      } else if let point = retry, point.inText < text.endIndex {
        retry = (point.inPattern, point.inText + 1)
        inPattern = point.inPattern
        inText = point.inText + 1
      } else {
        return false
      }
    }
  }

  /// Splits a pattern into components. An escaped slash separates components as well. A slash in brackets does not,
  /// since nothing matches it.
  package func components(of pattern: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var at = 0
    while at < pattern.count {
      let isEscaped = pattern[at] == UInt8(ascii: "\\") && at + 1 < pattern.count
      let literal = isEscaped ? at + 1 : at
      if pattern[literal] == UInt8(ascii: "/") {
        parts.append([])
        at = literal + 1
        continue
      }
      var end = literal + 1
      if pattern[at] == UInt8(ascii: "[") {
        end = member(0, ofClassIn: pattern, at: end)?.end ?? pattern.count
      }
      parts[parts.count - 1] += pattern[at..<end]
      at = end
    }
    return parts
  }

  private static func isDoubleStar(_ component: [UInt8]) -> Bool {
    component.count == 2 && component[0] == UInt8(ascii: "*") && component[1] == UInt8(ascii: "*")
  }

  /// Returns the index at which the pattern continues when its element at `index` matches `byte`, or nil.
  private func afterOne(_ pattern: [UInt8], at index: Int, _ byte: UInt8) -> Int? {
    guard index < pattern.count else { return nil }
    let head = pattern[index]
    let next = index + 1
    switch head {
    case UInt8(ascii: "?") where !dialect.hasOnlyStars: return next
    case UInt8(ascii: "\\") where !dialect.hasOnlyStars:
      guard next < pattern.count else { return dialect.readsBrokenLiterally && byte == head ? next : nil }
      return fold(pattern[next]) == fold(byte) ? next + 1 : nil
    case UInt8(ascii: "[") where !dialect.hasOnlyStars:
      guard let found = member(byte, ofClassIn: pattern, at: next) else {
        return dialect.readsBrokenLiterally && byte == head ? next : nil
      }
      return found.isMember ? found.end : nil
    default: return fold(head) == fold(byte) ? next : nil
    }
  }

  func fold(_ byte: UInt8) -> UInt8 {
    dialect.ignoresCase ? byte.asciiLowercased : byte
  }
}

// Bracket expressions.

extension PathMatcher {
  /// Tells whether a byte belongs to the class whose members begin at `start`, and where the pattern continues behind
  /// the class. Returns nil when the class has no end.
  func member(_ byte: UInt8, ofClassIn pattern: [UInt8], at start: Int) -> (isMember: Bool, end: Int)? {
    var rest = pattern[start...]
    let negated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if negated { rest = rest.dropFirst() }
    var found = false
    var isFirst = true
    // A `]` that comes first is a member of the class.
    while let head = rest.first, isFirst || head != UInt8(ascii: "]") {
      isFirst = false
      if dialect.namesClasses, let (name, after) = Self.className(rest) {
        guard let isMember = isMember(byte, of: name) else { return nil }
        found = found || isMember
        rest = after
        continue
      }
      guard let low = Self.popMember(&rest) else { return nil }
      var high = low
      if rest.first == UInt8(ascii: "-"), let next = rest.dropFirst().first, next != UInt8(ascii: "]") {
        rest = rest.dropFirst()
        guard let end = Self.popMember(&rest) else { return nil }
        high = end
      }
      if isBetween(low, high, byte) { found = true }
    }
    return rest.isEmpty ? nil : (found != negated, rest.startIndex + 1)
  }

  private static func popMember(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let head = rest.popFirst() else { return nil }
    return head == UInt8(ascii: "\\") ? rest.popFirst() : head
  }

  private func isBetween(_ low: UInt8, _ high: UInt8, _ byte: UInt8) -> Bool {
    if low <= byte && byte <= high { return true }
    guard dialect.ignoresCase, byte.isASCIILetter else { return false }
    let other = byte ^ 0x20
    return low <= other && other <= high
  }

  /// Returns the name in `[:name:]` at the front, and the text behind it.
  private static func className(_ text: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
    let rest = text.dropFirst(2)
    guard text.starts(with: "[:".utf8), let close = rest.firstIndex(of: UInt8(ascii: "]")),
      close > rest.startIndex, rest[close - 1] == UInt8(ascii: ":")
    else { return nil }
    return (String(decoding: rest[..<(close - 1)], as: UTF8.self), rest[(close + 1)...])
  }

  /// Returns nil for a class that does not exist.
  private func isMember(_ byte: UInt8, of name: String) -> Bool? {
    let isGraph = (0x21...0x7E).contains(byte)
    switch name {
    case "alnum": return byte.isASCIIAlphanumeric
    case "alpha": return byte.isASCIILetter
    case "blank": return byte == 0x20 || byte == 0x09
    case "cntrl": return byte < 0x20 || byte == 0x7F
    case "digit": return byte.isASCIIDigit
    case "graph": return isGraph
    case "lower": return byte.isASCIILowercase || dialect.ignoresCase && byte.isASCIIUppercase
    case "print": return isGraph || byte == 0x20
    case "punct": return isGraph && !byte.isASCIIAlphanumeric
    case "space": return byte.isASCIISpace
    case "upper": return byte.isASCIIUppercase || dialect.ignoresCase && byte.isASCIILowercase
    case "xdigit": return byte.hexDigitValue != nil
    default: return nil
    }
  }
}
