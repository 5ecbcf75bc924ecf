/// The bytes of a Swift source, to be found one's way in by line and column. It knows no grammar: what it makes of a
/// declaration is proved by the compiler afterwards.
struct SourceText: Sendable {
  let bytes: [UInt8]
  private let lines: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines =
      [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Both from 1, as compilers count; nil outside of the text.
  func offset(line: Int, column: Int) -> Int? {
    guard lines.indices.contains(line - 1), column > 0 else { return nil }
    let offset = lines[line - 1] + column - 1
    return offset <= bytes.count ? offset : nil
  }

  func lineStart(at offset: Int) -> Int {
    (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  static func isSpace(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte & 0xDF)
  }
}

// MARK: Forwards

extension SourceText {
  /// Where the first byte stands from `start` on for which `stops` says so: outside of comments, strings and brackets,
  /// which `stops` sees before they are entered. The end of the text where there is none.
  func end(from start: Int, _ stops: (_ offset: Int) -> Bool) -> Int {
    var (at, depth) = (start, 0)
    while at < bytes.count {
      if let next = skipped(at) {
        at = next
        continue
      }
      if depth == 0, stops(at) { return at }
      switch bytes[at] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth < 0 { return at }
      default: break
      }
      at += 1
    }
    return at
  }

  /// Behind the comment or the string that begins at an offset; nil where none does.
  private func skipped(_ at: Int) -> Int? {
    if sees("//", at) { return bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }
    if sees("/*", at) { return pastBlockComment(at) }
    var hashes = 0
    while at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "#") { hashes += 1 }
    guard at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "\"") else { return nil }
    return pastString(at + hashes, hashes)
  }

  private func sees(_ text: StaticString, _ at: Int) -> Bool {
    text.withUTF8Buffer { bytes[at...].starts(with: $0) }
  }

  private func pastBlockComment(_ start: Int) -> Int {
    var (at, depth) = (start, 0)
    while at < bytes.count {
      if sees("/*", at) {
        (at, depth) = (at + 2, depth + 1)
      } else if sees("*/", at) {
        (at, depth) = (at + 2, depth - 1)
        if depth == 0 { return at }
      } else {
        at += 1
      }
    }
    return at
  }

  private func pastString(_ quote: Int, _ hashes: Int) -> Int {
    let isLong = sees("\"\"\"", quote)
    let closing =
      Array(repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1)
      + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var at = quote + (isLong ? 3 : 1)
    while at < bytes.count {
      if bytes[at...].starts(with: closing) { return at + closing.count }
      if bytes[at] == UInt8(ascii: "\\"), hashes == 0 {
        at = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "(") ? pastInterpolation(at + 1) : at + 2
      } else if bytes[at] == UInt8(ascii: "\n"), !isLong {
        return at
      } else {
        at += 1
      }
    }
    return at
  }

  private func pastInterpolation(_ bracket: Int) -> Int {
    min(bytes.count, end(from: bracket + 1) { bytes[$0] == UInt8(ascii: ")") } + 1)
  }
}
