import Base

/// An error for JSON of SwiftPM that has another form than expected.
struct ShapeError: Error, Sendable, Hashable {
  let message: String
}

extension JSONNode {
  func required(_ key: String) throws(ShapeError) -> JSONNode {
    guard let member = present(key) else { throw ShapeError(message: "\"\(key)\" is missing") }
    return member
  }

  /// Returns the member of that name; nil when it is missing or null.
  func present(_ key: String) -> JSONNode? {
    guard let member = self[key], !member.isNull else { return nil }
    return member
  }

  func text(_ key: String) throws(ShapeError) -> String {
    try required(key).asText("\"\(key)\"")
  }

  func optionalText(_ key: String) throws(ShapeError) -> String? {
    guard let member = present(key) else { return nil }
    return try member.asText("\"\(key)\"")
  }

  func asText(_ what: String) throws(ShapeError) -> String {
    guard let text = stringValue else { throw ShapeError(message: "\(what) is \(kindName)") }
    return text
  }

  func asList(_ what: String) throws(ShapeError) -> [JSONNode] {
    guard let list = arrayValue else { throw ShapeError(message: "\(what) is \(kindName)") }
    return list
  }

  func asTexts(_ what: String) throws(ShapeError) -> [String] {
    var texts: [String] = []
    for element in try asList(what) { texts.append(try element.asText(what)) }
    return texts
  }

  /// Returns the texts under `key`; none when it is missing.
  func texts(_ key: String) throws(ShapeError) -> [String] {
    try present(key)?.asTexts("\"\(key)\"") ?? []
  }

  func optionalTexts(_ key: String) throws(ShapeError) -> [String]? {
    try present(key)?.asTexts("\"\(key)\"")
  }

  /// Decodes each element under `key`; none when it is missing.
  func each<Value>(
    _ key: String, _ decode: (JSONNode) throws(ShapeError) -> Value
  ) throws(ShapeError) -> [Value] {
    guard let member = present(key) else { return [] }
    var values: [Value] = []
    for element in try member.asList("\"\(key)\"") { values.append(try decode(element)) }
    return values
  }

  /// Returns the only member of an object that represents a case of an enum.
  func enumCase() throws(ShapeError) -> (name: String, payload: JSONNode) {
    guard let members = objectValue, members.count == 1, let member = members.first else {
      throw ShapeError(message: "\(kindName) where one of several forms is expected")
    }
    return (member.key, member.value)
  }

  /// Returns an element of an array; nil when it is missing or null.
  func element(_ index: Int) -> JSONNode? {
    guard let list = arrayValue, index < list.count, !list[index].isNull else { return nil }
    return list[index]
  }

  func requiredElement(_ index: Int) throws(ShapeError) -> JSONNode {
    guard let element = element(index) else { throw ShapeError(message: "a value is missing in a list") }
    return element
  }

  /// Returns the value with sorted members and no spaces, so that equal values give equal text.
  func canonicalJSON() -> String { canonical.compactJSON }

  private var canonical: JSONNode {
    switch value {
    case .null, .bool, .string: self
    case .number(let text): JSONNode(.string(text), offset: offset)
    case .array(let elements): JSONNode(.array(elements.map(\.canonical)), offset: offset)
    case .object(let members):
      JSONNode(
        .object(
          members.sorted { $0.key < $1.key }.map { member in
            JSONNode.Member(key: member.key, keyOffset: member.keyOffset, value: member.value.canonical)
          }), offset: offset)
    }
  }
}
