/// Reads the files in which compilers list what they read, in the form of make: `target: file file`. A backslash stands
/// before a space in a name and before a number sign. A backslash at the end continues a line.
enum DependencyFile {
  /// Returns the files in `bytes` that `isWanted` accepts, each once, in their order.
  static func files(in bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    var start = 0
    while let word = nextWord(in: bytes, from: &start) {
      // Most words name files of the system. They are skipped before their escapes are removed.
      guard isWanted(word) else { continue }
      let name = plain(word)
      if seen.insert(name).inserted { found.append(name) }
    }
    return found
  }

  /// Returns the word up to the next separating space. Targets before a colon are skipped.
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

  /// True for a separating space. A backslash at the end of a line counts too.
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
