/// A place in a text file, counted from one; columns count characters.
package struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  /// The position of byte `offset` in `bytes`.
  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
  }

  package var description: String { "\(line):\(column)" }
}

package struct JSONError: Error, Sendable, Equatable {
  package let message: String
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// Parses strict JSON, JSON with comments and trailing commas for files that people write, or JSON5.
package struct JSONParser {
  package enum Dialect: Sendable {
    case strict
    /// `//` and `/* */` comments and trailing commas are accepted.
    case relaxed
    /// JSON5 also has single quotes, keys without quotes, more escapes, and more forms of numbers.
    case json5
  }

  /// The limit is deep enough for any real document, and shallow enough for a thread's stack.
  private static let maximumDepth = 256

  let bytes: [UInt8]
  let dialect: Dialect
  var at = 0

  package static func parse(_ bytes: [UInt8], as dialect: Dialect = .strict) throws(JSONError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, dialect: dialect)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    try parser.skipSpace()
    let node = try parser.value(depth: 0)
    try parser.skipSpace()
    guard parser.at == bytes.count else {
      throw JSONError("unexpected text after the end of the document", at: parser.at)
    }
    return node
  }
}

// MARK: Values

extension JSONParser {
  var current: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    guard depth < Self.maximumDepth else { throw JSONError("nested too deeply", at: at) }
    let start = at
    switch current {
    case UInt8(ascii: "{"): return JSONNode(.object(try object(depth: depth)), offset: start)
    case UInt8(ascii: "["): return JSONNode(.array(try array(depth: depth)), offset: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), offset: start)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .bool(true)), offset: start)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .bool(false)), offset: start)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), offset: start)
    case nil: throw JSONError("the document ends where a value is expected", at: at)
    case let byte? where (byte == UInt8(ascii: "-") || byte.isASCIIDigit) && dialect != .json5:
      return JSONNode(.number(try number()), offset: start)
    case UInt8(ascii: "'") where dialect == .json5: return JSONNode(.string(try string()), offset: start)
    default:
      guard dialect == .json5, let number = json5Number() else {
        throw JSONError("a value is expected here", at: at)
      }
      return JSONNode(.number(number), offset: start)
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> [JSONNode.Member] {
    let start = at
    var members: [JSONNode.Member] = []
    var seen: Set<String> = []
    try list(closedBy: UInt8(ascii: "}"), what: "object", from: start) { parser throws(JSONError) in
      let keyOffset = parser.at
      let key = try parser.key()
      guard seen.insert(key).inserted else {
        throw JSONError("the key \"\(Text.escapingControls(key))\" appears twice", at: keyOffset)
      }
      try parser.skipSpace()
      try parser.expect(UInt8(ascii: ":"), "\":\" is expected after a key")
      try parser.skipSpace()
      members.append(.init(key: key, keyOffset: keyOffset, value: try parser.value(depth: depth + 1)))
    }
    return members
  }

  private mutating func key() throws(JSONError) -> String {
    if current == UInt8(ascii: "\"") { return try string() }
    guard dialect == .json5 else { throw JSONError("a key in double quotes is expected here", at: at) }
    return current == UInt8(ascii: "'") ? try string() : try identifier()
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONNode] {
    let start = at
    var elements: [JSONNode] = []
    try list(closedBy: UInt8(ascii: "]"), what: "list", from: start) { parser throws(JSONError) in
      elements.append(try parser.value(depth: depth + 1))
    }
    return elements
  }

  /// Parses elements separated by commas up to `close`. `start` is the offset of the opening bracket.
  private mutating func list(
    closedBy close: UInt8, what: String, from start: Int,
    element: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    at += 1
    try skipSpace()
    var mayClose = true
    while current != close || !mayClose {
      guard current != nil else { throw JSONError("this \(what) is never closed", at: start) }
      try element(&self)
      try skipSpace()
      if current == close { break }
      guard current != nil else { throw JSONError("this \(what) is never closed", at: start) }
      try expect(UInt8(ascii: ","), "\",\" or the end of the \(what) is expected here")
      try skipSpace()
      mayClose = dialect != .strict
    }
    at += 1
  }
}

// MARK: Tokens

extension JSONParser {
  private mutating func expect(_ byte: UInt8, _ message: String) throws(JSONError) {
    guard current == byte else { throw JSONError(message, at: at) }
    at += 1
  }

  private mutating func word(_ text: String, _ value: JSONNode.Value) throws(JSONError) -> JSONNode.Value {
    guard bytes[at...].starts(with: text.utf8) else { throw JSONError("a value is expected here", at: at) }
    at += text.utf8.count
    return value
  }

  private mutating func number() throws(JSONError) -> String {
    let start = at
    while let byte = current, byte.isASCIIDigit || "+-.eE".utf8.contains(byte) { at += 1 }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard Self.isNumber(bytes[start..<at]) else { throw JSONError("\"\(text)\" is not a number", at: start) }
    return text
  }

  /// Checks `-? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?`. `Double` accepts more than that.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func takeDigits() -> ArraySlice<UInt8> {
      let digits = rest.prefix(while: \.isASCIIDigit)
      rest = rest.dropFirst(digits.count)
      return digits
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = takeDigits()
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard !takeDigits().isEmpty else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard !takeDigits().isEmpty else { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(JSONError) -> String {
    let start = at
    let quote = bytes[start]
    at += 1
    var content: [UInt8] = []
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\") {
        if try !skipLineContinuation() { content.append(contentsOf: String(try escape()).utf8) }
      } else if byte < 0x20, dialect != .json5 || byte == 0x0A || byte == 0x0D {
        throw JSONError("a control character must be escaped in a string", at: at)
      } else {
        content.append(byte)
        at += 1
      }
    }
    guard current != nil else { throw JSONError("this string is never closed", at: start) }
    at += 1
    guard let text = String(validating: content, as: UTF8.self) else {
      throw JSONError("this string is not valid UTF-8", at: start)
    }
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = at
    at += 1
    defer { at += 1 }
    switch current {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default: return try json5Escape(from: start)
    }
  }

  /// Parses `uXXXX`, and the second half when it begins a surrogate pair. `at` ends at the last digit.
  mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes[(at + 1)...].starts(with: "\\u".utf8) else {
      throw JSONError("half a surrogate pair in a string", at: start)
    }
    at += 2
    let second = try hexUnit(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONError("half a surrogate pair in a string", at: start) }
    return scalar
  }

  private mutating func hexUnit(from start: Int) throws(JSONError) -> UInt32 {
    let digits = bytes[(at + 1)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw JSONError("\"\\u\" needs four hexadecimal digits", at: start) }
    at += 4
    return unit
  }

  private mutating func skipSpace() throws(JSONError) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): at += 1
      case UInt8(ascii: "/") where dialect != .strict: try skipComment()
      default: if dialect != .json5 || !skipJSON5Space() { return }
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = at
    if bytes[at...].starts(with: "//".utf8) {
      while let byte = current, byte != 0x0A, dialect != .json5 || lineEnd == nil { at += 1 }
    } else if bytes[at...].starts(with: "/*".utf8) {
      at += 2
      while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
      guard at < bytes.count else { throw JSONError("this comment is never closed", at: start) }
      at += 2
    } else {
      throw JSONError("a value is expected here", at: at)
    }
  }
}
