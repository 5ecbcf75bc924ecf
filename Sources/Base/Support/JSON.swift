/// A value that can be written as JSON: a text, a number, a list of values, or a `JSON` object.
package protocol JSONValue {
  func write(to writer: inout JSONWriter)
  /// Writes the value as a field of an object. An `OptionalField` without a value writes nothing.
  func write(as key: String, to writer: inout JSONWriter)
}

extension JSONValue {
  package func write(as key: String, to writer: inout JSONWriter) {
    writer.key(key)
    write(to: &writer)
  }

  /// The value on several lines, indented, without a line end behind it.
  package var prettyJSON: String { JSONWriter.text(of: self, pretty: true) }

  /// The value on one line, without spaces.
  package var compactJSON: String { JSONWriter.text(of: self, pretty: false) }
}

/// A JSON object as a literal. Fields are written in the order of the literal, and nil is written as null:
///
///     let json: JSON = ["id": module.id.description, "line": module.line, "tags": module.tags]
package struct JSON: JSONValue, ExpressibleByDictionaryLiteral {
  package let fields: [(String, any JSONValue)]

  package init(dictionaryLiteral fields: (String, any JSONValue)...) {
    self.fields = fields
  }

  package init(fields: [(String, any JSONValue)]) {
    self.fields = fields
  }

  /// An object with the fields of several, one object after the other.
  package init(_ objects: JSON...) {
    fields = objects.flatMap(\.fields)
  }

  package func write(to writer: inout JSONWriter) {
    writer.nested("{", "}") { writer in
      for (key, value) in fields { value.write(as: key, to: &writer) }
    }
  }
}

/// A field that an object leaves out when there is no value, where a plain optional becomes null.
package struct OptionalField<Value: JSONValue>: JSONValue {
  private let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }

  package func write(to writer: inout JSONWriter) { value.write(to: &writer) }

  package func write(as key: String, to writer: inout JSONWriter) { value?.write(as: key, to: &writer) }
}

// MARK: Values of the language

extension String: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.quoted(self) }
}

extension Int: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.plain(String(self)) }
}

extension Bool: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.plain(self ? "true" : "false") }
}

extension Double: JSONValue {
  /// Writes exactly three decimals: nobody needs a duration's noise.
  package func write(to writer: inout JSONWriter) {
    guard isFinite else { return writer.plain("null") }
    guard abs(self) < 1e12 else { return writer.plain(String(self)) }
    let thousandths = Int(abs(self) * 1000 + 0.5)
    let sign = self < 0 && thousandths > 0 ? "-" : ""
    writer.plain("\(sign)\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())")
  }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  package func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.plain("null") }
  }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.list(of: self) }
}

/// `modules.lazy.map(\.json)` makes one element at a time, which matters in lists of thousands.
extension LazyMapSequence: JSONValue where Element: JSONValue {
  package func write(to writer: inout JSONWriter) { writer.list(of: self) }
}

extension JSONNode: JSONValue {
  /// Writes the parsed value as it was: keys in their order, numbers in their digits.
  package func write(to writer: inout JSONWriter) {
    switch value {
    case .null: writer.plain("null")
    case .bool(let flag): flag.write(to: &writer)
    case .number(let digits): writer.plain(digits)
    case .string(let text): text.write(to: &writer)
    case .array(let elements): elements.write(to: &writer)
    case .object(let members): JSON(fields: members.map { ($0.key, $0.value) }).write(to: &writer)
    }
  }
}

/// Appends JSON to a byte buffer. A `JSONValue` chooses the content; the writer adds commas, lines and escapes.
package struct JSONWriter {
  private var bytes: [UInt8] = []
  private let pretty: Bool
  private var depth = 0
  /// True when the next element of the current list or object needs a comma before it.
  private var needsComma = false

  static func text(of value: some JSONValue, pretty: Bool) -> String {
    var writer = JSONWriter(pretty: pretty)
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  mutating func nested(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: open))
    let start = bytes.count
    depth += 1
    needsComma = false
    body(&self)
    depth -= 1
    if bytes.count > start { newLine() }
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  mutating func list(of elements: some Sequence<some JSONValue>) {
    nested("[", "]") { writer in
      for element in elements {
        writer.separate()
        element.write(to: &writer)
      }
    }
  }

  mutating func key(_ key: String) {
    separate()
    quoted(key)
    bytes.append(UInt8(ascii: ":"))
    if pretty { bytes.append(UInt8(ascii: " ")) }
  }

  mutating func plain(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func quoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      var start = 0
      for (at, byte) in text.enumerated() where Self.needsEscape(byte) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<at]))
        bytes.append(contentsOf: Self.escape(byte).utf8)
        start = at + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case 0..<0x20: "\\u00\(Text.hex(byte))"
    default: "\\" + String(UnicodeScalar(byte))
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    newLine()
  }

  private mutating func newLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }
}

/// A parsed JSON value that remembers its offset, so that errors can name a line and column.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// The number as written; see `intValue` and `doubleValue`.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// The members in source order. The parser refuses duplicate keys.
    case object([Member])
  }

  package struct Member: Sendable {
    package let key: String
    package let keyOffset: Int
    package let value: JSONNode

    package init(key: String, keyOffset: Int, value: JSONNode) {
      self.key = key
      self.keyOffset = keyOffset
      self.value = value
    }
  }

  package let value: Value
  /// The byte offset of the value in its document.
  package let offset: Int

  package init(_ value: Value, offset: Int) {
    self.value = value
    self.offset = offset
  }
}

extension JSONNode {
  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  package var stringValue: String? {
    if case .string(let text) = value { text } else { nil }
  }

  package var boolValue: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  package var intValue: Int? {
    if case .number(let text) = value { Int(text) } else { nil }
  }

  package var doubleValue: Double? {
    if case .number(let text) = value { Double(text) } else { nil }
  }

  package var arrayValue: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  package var objectValue: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// Returns the member of an object. Returns nil for a missing key, and when the value is no object.
  package subscript(_ key: String) -> JSONNode? {
    objectValue?.first { $0.key == key }?.value
  }

  /// The kind of the value, for messages: `a string`.
  package var kindName: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
