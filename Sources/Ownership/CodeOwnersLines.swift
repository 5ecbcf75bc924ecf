import Support

/// What the parsers of both hosts need of a file's bytes.
enum CodeOwnersLines {
  /// Lines with their numbers, without surrounding white space and without those that are empty or a
  /// comment. A byte order mark is no part of the first pattern.
  static func meaningful(_ bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...]
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0.offset + 1, text: trim($0.element)) }
      .filter { !$0.text.isEmpty && $0.text.first != UInt8(ascii: "#") }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func trim(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = line.drop(while: isSpace)
    let end = front.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? front.startIndex
    return front[..<end]
  }

  /// Splits a line where its pattern ends: at the first space that no backslash escapes.
  static func splitPattern(_ line: ArraySlice<UInt8>) -> (pattern: [UInt8], rest: ArraySlice<UInt8>) {
    var at = line.startIndex
    while at < line.endIndex, !isSpace(line[at]) {
      at += line[at] == UInt8(ascii: "\\") && at + 1 < line.endIndex ? 2 : 1
    }
    return (Array(line[..<at]), line[at...])
  }

  /// Text from a file for a message: short, and harmless on a terminal.
  static func quote(_ bytes: some Collection<UInt8>) -> String {
    let shown = Text.escapingControls(Text.escapingInvalidUTF8(Array(bytes.prefix(80))))
    return bytes.count > 80 ? "\"\(shown)...\"" : "\"\(shown)\""
  }
}
