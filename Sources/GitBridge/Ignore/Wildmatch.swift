/// Git's pattern matching, where `*` and `?` stop at a slash and `**` between slashes does not.
///
/// `Support.Glob` is not used: ignore files know character classes, match case-blind on request, and
/// give a lone trailing `**` another meaning.
struct Wildmatch {
  let pattern: [UInt8]
  let ignoresCase: Bool

  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = pattern[...]
    var text = text
    while let head = rest.first, head != UInt8(ascii: "*") {
      guard let byte = text.first, let next = matchOne(rest, byte) else { return false }
      rest = next
      text = text.dropFirst()
    }
    return rest.isEmpty ? text.isEmpty : follow(text, from: rest.startIndex)
  }

  /// Follows all ways through the pattern at once, a byte of the text at a time: trying one after the other
  /// takes for ever on patterns such as `*a*a*a*a*b`.
  private func follow(_ text: ArraySlice<UInt8>, from start: Int) -> Bool {
    var places = Places(count: 2 * (pattern.count + 1))
    var next = places
    places.insert(start)
    leaveStars(&places)
    for byte in text {
      for place in places.members {
        if let star = star(at: place) {
          if star.spans || byte != UInt8(ascii: "/") { next.insert(star.inside) }
        } else if let rest = matchOne(pattern[place...], byte) {
          next.insert(rest.startIndex)
        }
      }
      if next.members.isEmpty { return false }
      leaveStars(&next)
      swap(&places, &next)
      next.removeAll()
    }
    return places.contains(pattern.count)
  }

  /// Adds the places that are reached without reading anything.
  private func leaveStars(_ places: inout Places) {
    var at = 0
    while at < places.members.count {
      let place = places.members[at]
      at += 1
      guard let star = star(at: place) else { continue }
      places.insert(star.end)
      // `**/` also stands for no folder at all.
      if star.spans, place != star.inside, star.end < pattern.count { places.insert(star.end + 1) }
    }
  }

  /// The run of stars that begins at a place, or that a place beyond the pattern's end stands inside of.
  private func star(at place: Int) -> (end: Int, spans: Bool, inside: Int)? {
    let start = place > pattern.count ? place - pattern.count - 1 : place
    guard start < pattern.count, pattern[start] == UInt8(ascii: "*") else { return nil }
    let rest = pattern[start...].drop { $0 == UInt8(ascii: "*") }
    let startsComponent = start == 0 || pattern[start - 1] == UInt8(ascii: "/")
    let spans =
      rest.startIndex - start == 2 && startsComponent && (rest.isEmpty || rest.first == UInt8(ascii: "/"))
    return (rest.startIndex, spans, start + pattern.count + 1)
  }

  /// A set of small numbers that remembers the order of their coming.
  private struct Places {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(count: Int) { isMember = Array(repeating: false, count: count) }

    func contains(_ place: Int) -> Bool { isMember[place] }

    mutating func insert(_ place: Int) {
      if isMember[place] { return }
      isMember[place] = true
      members.append(place)
    }

    mutating func removeAll() {
      for place in members { isMember[place] = false }
      members.removeAll(keepingCapacity: true)
    }
  }

  /// The rest of the pattern after its first element matched `byte`, or nil.
  private func matchOne(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let head = pattern.first else { return nil }
    let rest = pattern.dropFirst()
    switch head {
    case UInt8(ascii: "?"):
      return byte == UInt8(ascii: "/") ? nil : rest
    case UInt8(ascii: "["):
      return byte == UInt8(ascii: "/") ? nil : matchClass(rest, byte)
    case UInt8(ascii: "\\"):
      guard let literal = rest.first else { return nil }
      return fold(literal) == fold(byte) ? rest.dropFirst() : nil
    default:
      return fold(head) == fold(byte) ? rest : nil
    }
  }

  private func fold(_ byte: UInt8) -> UInt8 {
    ignoresCase && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

// MARK: Bracket expressions

extension Wildmatch {
  /// `rest` starts behind the opening bracket; an unclosed one matches nothing.
  private func matchClass(_ rest: ArraySlice<UInt8>, _ byte: UInt8) -> ArraySlice<UInt8>? {
    var rest = rest
    let negated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if negated { rest = rest.dropFirst() }
    var found = false
    var isFirst = true
    while let head = rest.first, isFirst || head != UInt8(ascii: "]") {
      isFirst = false
      if head == UInt8(ascii: "["), rest.dropFirst().first == UInt8(ascii: ":"),
        let (name, after) = Self.className(rest.dropFirst(2))
      {
        guard let isMember = Self.isMember(byte, of: name, ignoringCase: ignoresCase) else { return nil }
        found = found || isMember
        rest = after
        continue
      }
      guard let low = Self.member(&rest) else { return nil }
      var high = low
      if rest.first == UInt8(ascii: "-"), let next = rest.dropFirst().first, next != UInt8(ascii: "]") {
        rest = rest.dropFirst()
        guard let end = Self.member(&rest) else { return nil }
        high = end
      }
      if contains(byte, low, high) { found = true }
    }
    guard rest.first == UInt8(ascii: "]") else { return nil }
    return found != negated ? rest.dropFirst() : nil
  }

  private func contains(_ byte: UInt8, _ low: UInt8, _ high: UInt8) -> Bool {
    if low <= byte && byte <= high { return true }
    guard ignoresCase, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else { return false }
    let other = byte ^ 0x20
    return low <= other && other <= high
  }

  private static func member(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let head = rest.popFirst() else { return nil }
    return head == UInt8(ascii: "\\") ? rest.popFirst() : head
  }

  private static func className(_ rest: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
    guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex,
      rest[close - 1] == UInt8(ascii: ":")
    else { return nil }
    return (String(decoding: rest[..<(close - 1)], as: UTF8.self), rest[(close + 1)...])
  }

  /// nil for a class that does not exist.
  private static func isMember(_ byte: UInt8, of name: String, ignoringCase: Bool) -> Bool? {
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
    case "lower": return isLower || (ignoringCase && isUpper)
    case "print": return isGraph || byte == 0x20
    case "punct": return isGraph && !(isUpper || isLower || isDigit)
    case "space": return byte == 0x20 || (0x09...0x0D).contains(byte)
    case "upper": return isUpper || (ignoringCase && isLower)
    case "xdigit": return isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: return nil
    }
  }
}
