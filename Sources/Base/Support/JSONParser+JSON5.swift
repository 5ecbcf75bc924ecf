/// Parses the tokens that JSON5 has and JSON does not. Strict JSON reaches this code only where it would be refused
/// anyway.
extension JSONParser {
  /// Parses a key without quotes: `name`, `$schema`, `\u006Eame`.
  mutating func identifier() throws(JSONError) -> String {
    let start = at
    var content: [UInt8] = []
    while let byte = current {
      if bytes[at...].starts(with: "\\u".utf8) {
        let place = at
        at += 1
        content.append(contentsOf: String(try unicodeEscape(from: place)).utf8)
      } else if Self.isIdentifier(byte) || (byte.isASCIIDigit && at > start), spaceLength == 0 {
        content.append(byte)
      } else {
        break
      }
      at += 1
    }
    guard !content.isEmpty else { throw JSONError("a key is expected here", at: start) }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw JSONError("this key is not valid UTF-8", at: start)
    }
    return text
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Parses a number: `+1`, `.5`, `5.`, `0x1F`, `Infinity`, `NaN`, or any number of JSON. Returns nil and does not move
  /// when there is none.
  mutating func json5Number() -> String? {
    let end = bytes[at...].firstIndex {
      !Self.isIdentifier($0) && !$0.isASCIIDigit && !"+-.".utf8.contains($0)
    }
    let text = bytes[at..<(end ?? bytes.count)]
    var rest = text
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let isNumber =
      if rest.elementsEqual("Infinity".utf8) || rest.elementsEqual("NaN".utf8) {
        true
      } else if rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
        rest.count > 2 && rest.dropFirst(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      } else {
        Self.isDecimal(rest)
      }
    guard isNumber else { return nil }
    at = text.endIndex
    return String(decoding: text, as: UTF8.self)
  }

  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    let whole = text.prefix(while: \.isASCIIDigit)
    var rest = text[whole.endIndex...]
    var digits = whole.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      digits += fraction.count
      rest = rest[fraction.endIndex...]
    }
    guard digits > 0, whole.count < 2 || whole.first != UInt8(ascii: "0") else { return false }
    guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return rest.isEmpty }
    rest.removeFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    return !rest.isEmpty && rest.allSatisfy(\.isASCIIDigit)
  }

  /// Parses an escape. `at` is at the character after the backslash.
  mutating func json5Escape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    guard dialect == .json5, let byte = current else {
      throw JSONError("unknown escape in a string", at: start)
    }
    switch byte {
    case UInt8(ascii: "v"): return "\u{0B}"
    case UInt8(ascii: "0") where !(at + 1 < bytes.count && bytes[at + 1].isASCIIDigit): return "\0"
    case UInt8(ascii: "x"):
      let digits = bytes[(at + 1)...].prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let unit = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw JSONError("\"\\x\" needs two hexadecimal digits", at: start) }
      at += 2
      return Unicode.Scalar(unit)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): throw JSONError("unknown escape in a string", at: start)
    case 0x80...:
      var decoder = UTF8()
      var rest = bytes[at...].makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
        throw JSONError("this string is not valid UTF-8", at: start)
      }
      at += UTF8.width(scalar) - 1
      return scalar
    default: return Unicode.Scalar(byte)
    }
  }

  /// Skips a backslash and the line end after it, which both do not belong to the string. Returns false when there are
  /// none.
  mutating func skipLineContinuation() throws(JSONError) -> Bool {
    guard dialect == .json5 else { return false }
    at += 1
    guard let length = lineEnd else {
      at -= 1
      return false
    }
    at += length
    return true
  }

  /// The length of the line end at `at`, or nil when there is none.
  var lineEnd: Int? {
    switch current {
    case 0x0A: 1
    case 0x0D: bytes[(at + 1)...].first == 0x0A ? 2 : 1
    case 0xE2 where bytes[at...].starts(with: [0xE2, 0x80, 0xA8]): 3
    case 0xE2 where bytes[at...].starts(with: [0xE2, 0x80, 0xA9]): 3
    default: nil
    }
  }

  mutating func skipJSON5Space() -> Bool {
    let length = spaceLength
    at += length
    return length > 0
  }

  /// The length of a white space character at `at` that JSON does not have, or 0.
  private var spaceLength: Int {
    switch current {
    case 0x0B, 0x0C: return 1
    case 0xC2: return bytes[at...].starts(with: [0xC2, 0xA0]) ? 2 : 0
    case 0xE1, 0xE2, 0xE3, 0xEF:
      let unit = bytes[at...].prefix(3)
      guard let text = String(validating: unit, as: UTF8.self), let scalar = text.unicodeScalars.first else {
        return 0
      }
      return scalar == "\u{FEFF}" || scalar.properties.isWhitespace ? 3 : 0
    default: return 0
    }
  }
}
