/// What compilers write of the files that they read, in the form that make understands: `what: file file`, with a
/// backslash before a space that belongs to a name, before a number sign and at the end of a line that goes on.
enum DependencyFile {
  /// The files named in `bytes` that `isWanted`; each once, in the order in which they come.
  static func files(in bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    var start = 0
    while let word = nextWord(in: bytes, from: &start) {
      // Most words name something of the system, and few hold anything to be taken out.
      guard isWanted(word) else { continue }
      let name = plain(word)
      if seen.insert(name).inserted { found.append(name) }
    }
    return found
  }

  /// Up to the next space that is not a name's own; the targets before a colon are passed over.
  private static func nextWord(in bytes: [UInt8], from start: inout Int) -> ArraySlice<UInt8>? {
    while start < bytes.count {
      while start < bytes.count, isSpace(bytes, start) { start += 1 }
      let first = start
      while start < bytes.count, !isSpace(bytes, start) {
        start += bytes[start] == backslash && start + 1 < bytes.count ? 2 : 1
      }
      let word = bytes[first..<min(start, bytes.count)]
      guard !word.isEmpty else { continue }
      let isTarget = word.last == colon || nextIsColon(bytes, start)
      if !isTarget { return word }
    }
    return nil
  }

  private static func nextIsColon(_ bytes: [UInt8], _ place: Int) -> Bool {
    place + 1 < bytes.count && bytes[place] == space && bytes[place + 1] == colon
      && (place + 2 == bytes.count || isSpace(bytes, place + 2))
  }

  /// A backslash before the end of a line is space too.
  private static func isSpace(_ bytes: [UInt8], _ place: Int) -> Bool {
    switch bytes[place] {
    case space, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
    case backslash:
      place + 1 < bytes.count && [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[place + 1])
    default: false
    }
  }

  private static func plain(_ word: ArraySlice<UInt8>) -> [UInt8] {
    guard word.contains(backslash) || word.contains(dollar) else { return Array(word) }
    var name: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let next = rest.first
      let isEscape =
        byte == backslash
        && (next == space || next == UInt8(ascii: "#") || next == backslash || next == colon)
        || byte == dollar && next == dollar
      if isEscape, let escaped = rest.popFirst() { name.append(escaped) } else { name.append(byte) }
    }
    return name
  }

  private static let space = UInt8(ascii: " ")
  private static let backslash = UInt8(ascii: "\\")
  private static let colon = UInt8(ascii: ":")
  private static let dollar = UInt8(ascii: "$")
}
