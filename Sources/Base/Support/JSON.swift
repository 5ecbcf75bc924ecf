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
