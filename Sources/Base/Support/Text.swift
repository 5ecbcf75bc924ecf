/// Text made from bytes that come from outside.
package enum Text {
  /// Bytes as a string, with each byte that is not part of valid UTF-8 written as `\xNN`.
  package static func escapingInvalidUTF8(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var result = ""
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let valid = longestValidPrefix(of: rest)
      result += String(decoding: rest.prefix(valid), as: UTF8.self)
      rest = rest.dropFirst(valid)
      if let bad = rest.popFirst() { result += "\\x" + hex(bad) }
    }
    return result
  }

  /// Text that is safe to show on a terminal: control characters appear as `\xNN`, so that a
  /// hostile file name cannot move the cursor or colour what follows.
  package static func escapingControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isControl(scalar): result += scalar.utf8.map { "\\x" + hex($0) }.joined()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// At most `length` characters of a text that may be of any size, with three dots where it was cut.
  package static func cut(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "..."
  }

  /// The first line that says anything, without what it is indented by.
  package static func firstLine(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return String(line.drop(while: \.isWhitespace))
  }

  /// Control characters, and what reorders or breaks the text around it (`invoice\u{202E}txt.exe`).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  package static func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
  }

  /// What pairs of hexadecimal digits stand for, nil for anything else.
  package static func bytes(hex digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for (place, digit) in digits.enumerated() {
      guard let value = value(ofHexDigit: digit) else { return nil }
      if place % 2 == 0 { bytes.append(value << 4) } else { bytes[place / 2] |= value }
    }
    return bytes
  }

  private static func value(ofHexDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func longestValidPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      length += UTF8.width(scalar)
    }
    return length
  }
}

extension String {
  /// The rest of a path behind a folder's path and a slash; nil for what does not lie in that folder.
  ///
  /// By bytes, as the system compares paths. To Swift a letter with a mark is one character, be it one code point or two,
  /// and a mark behind a slash belongs to the slash.
  package func path(below folder: String) -> String? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = utf8.dropFirst(folder.utf8.count)
    return rest.first == UInt8(ascii: "/") ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
  }
}

extension String {
  /// In single quotes for sh, bash and zsh.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

extension BidirectionalCollection<UInt8> {
  /// By bytes, as names of files are compared.
  package func hasSuffix(_ text: String) -> Bool {
    reversed().starts(with: text.utf8.reversed())
  }
}
