/// Signs in ASCII, for terminals whose encoding is not UTF-8. Names keep their letters.
package enum PlainSigns {
  /// The signs that Ambit and Swift's test libraries print, each as wide as its replacement.
  private static let replacements: [[UInt8]: UInt8] = {
    let signs: [(signs: String, plain: Character)] = [
      ("✓✔", "+"), ("✗✘×", "x"), ("→➜", ">"), ("↳", "`"), ("…", "~"), ("·─–—", "-"), ("●◇", "*"), ("▏", "|"),
      ("‘’", "'"), ("“”", "\""),
    ]
    var all: [[UInt8]: UInt8] = [:]
    for (signs, plain) in signs {
      for sign in signs { all[Array(String(sign).utf8)] = plain.asciiValue }
    }
    return all
  }()

  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      let plain = length > 1 ? replacements[Array(rest.prefix(length))] : nil
      result.append(plain ?? byte)
      rest = rest.dropFirst(plain == nil ? 1 : length)
    }
    return result
  }
}
