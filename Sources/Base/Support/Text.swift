/// Helpers for text made from bytes that come from outside.
package enum Text {
  /// Returns bytes as a string. Each byte that is not part of valid UTF-8 becomes `\xNN`.
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

  /// Returns text that is safe to show on a terminal. Control characters become `\xNN`, so that a hostile file name
  /// cannot move the cursor or colour the output.
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

  /// Returns at most `length` characters of a text, with three dots when it was cut.
  package static func cut(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "..."
  }

  /// Returns the first line that is not blank, without its indentation.
  package static func firstLine(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return String(line.drop(while: \.isWhitespace))
  }

  /// Returns true for control characters and for characters that reorder or break text (`invoice\u{202E}txt.exe`).
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

  /// Returns the bytes that pairs of hexadecimal digits stand for, or nil for anything else.
  package static func bytes(hex digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for (place, digit) in digits.enumerated() {
      guard let value = digit.hexDigitValue else { return nil }
      if place % 2 == 0 { bytes.append(value << 4) } else { bytes[place / 2] |= value }
    }
    return bytes
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
  /// Returns the rest of this path behind `folder` and a slash, or nil when the path does not lie in `folder`.
  ///
  /// Bytes are compared, as the system does. Swift's characters would differ: they join a letter with a combining mark,
  /// and a slash with a mark behind it.
  package func path(below folder: String) -> String? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = utf8.dropFirst(folder.utf8.count)
    return rest.first == UInt8(ascii: "/") ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
  }
}

extension String {
  /// The text in single quotes for sh, bash and zsh.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// The text in quotes where a shell needs them.
  package var shellWord: String {
    utf8.allSatisfy { $0.isASCIIWord || "-./+@".utf8.contains($0) } ? self : shellQuoted
  }
}

extension BidirectionalCollection<UInt8> {
  /// Compares bytes, as file systems compare names.
  package func hasSuffix(_ text: String) -> Bool {
    reversed().starts(with: text.utf8.reversed())
  }
}

/// Converts bytes to text and back (RFC 4648), with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        result.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns nil for a text that `text(of:)` would not have written.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let body = Array(text).trimmingPadding
    guard text.count - body.count <= 2 else { return nil }
    var (result, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for byte in body {
      guard let value = digits.firstIndex(of: byte) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(bits >> count & 0xFF))
      }
    }
    // The last digit may have spare bits. They must be zero, so that no two texts stand for the same bytes.
    guard bits & ((1 << count) - 1) == 0 else { return nil }
    return result
  }
}

extension [UInt8] {
  fileprivate var trimmingPadding: [UInt8] {
    var bytes = self
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    return bytes
  }
}

/// Reads a shell script, or another file that holds parts of scripts, as far as words go.
package enum ShellText {
  package struct Line {
    /// The number of the first line, from 1.
    package let number: Int
    package let text: String
  }

  /// The lines, joined where one goes on with `\`. Comments are left out.
  package static func lines(of text: String) -> [Line] {
    var lines: [Line] = []
    var start = 1
    var joined = ""
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if joined.isEmpty {
        start = index + 1
        if line.drop(while: \.isWhitespace).hasPrefix("#") { continue }
      }
      let isContinued = line.hasSuffix("\\")
      joined += isContinued ? "\(line.dropLast()) " : String(line)
      if !isContinued {
        lines.append(Line(number: start, text: joined))
        joined = ""
      }
    }
    return joined.isEmpty ? lines : lines + [Line(number: start, text: joined)]
  }

  /// The words of a line, split as a shell does, without replacing variables.
  package static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var depth = 0
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace, depth == 0 {
        if let word { words.append(word) }
        word = nil
      } else if character == ";", depth == 0 {
        words += [word, ";"].compactMap(\.self)
        word = nil
      } else {
        // `${{ matrix.scheme }}` and `$(call name,x)` are one word.
        if "({".contains(character), word?.contains("$") == true { depth += 1 }
        if ")}".contains(character), depth > 0 { depth -= 1 }
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
