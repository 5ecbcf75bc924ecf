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
