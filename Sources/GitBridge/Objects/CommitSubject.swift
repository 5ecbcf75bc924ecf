/// The first paragraph of a commit's message on one line, as `git log --format=%s` says it.
enum CommitSubject {
  static func of(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let message = lines.drop { !$0.isEmpty }.drop(while: isBlank)
    return message.prefix { !isBlank($0) }.map(trimmed).joined(separator: " ")
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    let kept = line.reversed().drop(while: isSpace).reversed()
    return String(decoding: Array(kept), as: UTF8.self)
  }
}
