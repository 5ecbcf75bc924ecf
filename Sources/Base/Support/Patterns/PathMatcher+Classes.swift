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
    guard dialect.ignoresCase, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else {
      return false
    }
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
    let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    let isGraph = (0x21...0x7E).contains(byte)
    switch name {
    case "alnum": return isUpper || isLower || isDigit
    case "alpha": return isUpper || isLower
    case "blank": return byte == 0x20 || byte == 0x09
    case "cntrl": return byte < 0x20 || byte == 0x7F
    case "digit": return isDigit
    case "graph": return isGraph
    case "lower": return isLower || (dialect.ignoresCase && isUpper)
    case "print": return isGraph || byte == 0x20
    case "punct": return isGraph && !(isUpper || isLower || isDigit)
    case "space": return byte == 0x20 || (0x09...0x0D).contains(byte)
    case "upper": return isUpper || (dialect.ignoresCase && isLower)
    case "xdigit": return isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: return nil
    }
  }
}
