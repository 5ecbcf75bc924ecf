package import Base

/// The document of a value, for errors with their place.
struct ConfigSource: Sendable {
  let bytes: [UInt8]
  let fileName: String

  /// Returns a failure such as `workspace.json:12:7: unknown key "paltforms"; did you mean "platforms"?`
  func error(_ reason: Failure.Config, _ problem: String, at offset: Int) -> Failure {
    Failure(
      code: reason.rawValue, message: "\(fileName):\(TextPosition(of: offset, in: bytes)): \(problem)",
      hints: ["docs/workspace.schema.json describes every key of the file"])
  }
}

/// A JSON value that becomes a setting, with its place and its name.
struct ConfigValue: Sendable {
  let node: JSONNode
  let source: ConfigSource
  /// The name for messages, with dots: `inputs.unowned`; empty for the document.
  let name: String

  /// Returns an error about the value's content. The caller describes it.
  func error(_ reason: Failure.Config, _ problem: String) -> Failure {
    source.error(reason, problem, at: node.offset)
  }

  func invalid(_ problem: String) -> Failure { error(.invalidValue, problem) }

  func wrongType(expected: String) -> Failure {
    let subject = name.isEmpty ? "the document" : "\"\(name)\""
    return error(.wrongType, "\(subject) must be \(expected), not \(node.kindName)")
  }

  /// The elements of a list; each keeps the list's name.
  func elements() throws(Failure) -> [ConfigValue] {
    guard let elements = node.arrayValue else { throw wrongType(expected: "a list") }
    return elements.map { ConfigValue(node: $0, source: source, name: name) }
  }

  /// The members of an object whose keys the user chooses.
  func members() throws(Failure) -> [(key: ConfigValue, value: ConfigValue)] {
    guard let members = node.objectValue else { throw wrongType(expected: "an object") }
    return members.map { member in
      let key = JSONNode(.string(member.key), offset: member.keyOffset)
      return (
        ConfigValue(node: key, source: source, name: name),
        ConfigValue(node: member.value, source: source, name: Self.join(name, member.key))
      )
    }
  }

  static func join(_ name: String, _ key: String) -> String {
    let key = Text.escapingControls(key)
    return name.isEmpty ? key : "\(name).\(key)"
  }

  /// Text quoted for a message: hostile input cannot steer a terminal or flood it.
  static func quote(_ text: String) -> String {
    let shown = text.count > 80 ? text.prefix(80) + "..." : text
    return "\"\(Text.escapingControls(shown))\""
  }

  /// `; did you mean "platforms"?`, or nothing when no candidate is near.
  static func didYouMean(_ name: String, among candidates: some Sequence<String>) -> String {
    // No key or name is this long, and the comparison costs the product of both lengths.
    guard name.utf8.count <= 100, let nearest = NearestName.suggestion(for: name, among: candidates)
    else { return "" }
    return "; did you mean \"\(nearest)\"?"
  }
}

/// A type that can be read from one value of `workspace.json`.
protocol ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure)
}

extension String: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    guard let text = value.node.stringValue else { throw value.wrongType(expected: "a string") }
    // No setting is legitimately empty or holds a NUL, which would end it early in C.
    guard !text.isEmpty else { throw value.invalid("\"\(value.name)\" must not be empty") }
    guard !text.utf8.contains(0) else { throw value.invalid("\"\(value.name)\" must not contain NUL") }
    self = text
  }
}

extension Bool: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    guard let flag = value.node.boolValue else { throw value.wrongType(expected: "true or false") }
    self = flag
  }
}

extension Int: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    guard case .number(let text) = value.node.value else { throw value.wrongType(expected: "a number") }
    guard let number = Int(text), number >= 0 else {
      throw value.invalid("\"\(value.name)\" must be a whole number from 0, not \(ConfigValue.quote(text))")
    }
    self = number
  }
}

/// A setting with a fixed set of values.
protocol ConfigChoice: ConfigDecodable, RawRepresentable<String>, CaseIterable {}

extension ConfigChoice {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    guard let choice = Self(rawValue: text) else {
      let valid = Self.allCases.map(\.rawValue)
      let list = valid.map { "\"\($0)\"" }.joined(separator: ", ")
      let hint = ConfigValue.didYouMean(text, among: valid)
      throw value.invalid("\"\(value.name)\" must be one of \(list), not \(ConfigValue.quote(text))\(hint)")
    }
    self = choice
  }
}

extension ByteSize: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    guard let size = ByteSize(text) else {
      throw value.invalid(
        "\"\(value.name)\" must be a size such as \"20GB\" or \"512MiB\", not \(ConfigValue.quote(text))")
    }
    self = size
  }
}

extension Failure {
  /// The reason why a `workspace.json` was refused.
  package enum Config: String, Sendable {
    /// The file is not JSON, even with comments and trailing commas allowed.
    case syntax = "config-syntax"
    case unknownKey = "config-unknown-key"
    case wrongType = "config-wrong-type"
    case invalidValue = "config-invalid-value"
    /// The file does not define the team or layer.
    case unknownName = "config-unknown-name"
    case unsupportedVersion = "config-unsupported-version"
  }
}

/// The keys of one kind of object. The decoder accepts no others, and the schema lists the same.
protocol ConfigKey: RawRepresentable<String>, CaseIterable, Sendable {}

/// An object with a fixed set of keys. Creating it refuses the first key that is not among them.
struct ConfigObject<Key: ConfigKey> {
  private let value: ConfigValue
  private let members: [String: JSONNode]

  init(_ value: ConfigValue) throws(Failure) {
    guard let members = value.node.objectValue else { throw value.wrongType(expected: "an object") }
    for member in members where Key(rawValue: member.key) == nil {
      let hint = ConfigValue.didYouMean(member.key, among: Key.allCases.map(\.rawValue))
      let place = value.name.isEmpty ? "" : " in \"\(value.name)\""
      throw value.source.error(
        .unknownKey, "unknown key \(ConfigValue.quote(member.key))\(place)\(hint)", at: member.keyOffset)
    }
    self.value = value
    self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Returns the value of a key; nil when it is missing or null, which mean the same.
  subscript(_ key: Key) -> ConfigValue? {
    guard let node = members[key.rawValue], !node.isNull else { return nil }
    return ConfigValue(node: node, source: value.source, name: ConfigValue.join(value.name, key.rawValue))
  }

  /// Reads a key into `setting`, which keeps its default when the key is missing.
  func read<Setting: ConfigDecodable>(_ key: Key, into setting: inout Setting) throws(Failure) {
    if let value = self[key] { setting = try Setting(value) }
  }

  func read<Setting: ConfigDecodable>(_ key: Key, into setting: inout Setting?) throws(Failure) {
    if let value = self[key] { setting = try Setting(value) }
  }

  /// Reads a key that has no default.
  func require<Setting: ConfigDecodable>(_ key: Key) throws(Failure) -> Setting {
    guard let value = self[key] else {
      let place = self.value.name.isEmpty ? "" : " in \"\(self.value.name)\""
      throw self.value.invalid("the key \"\(key.rawValue)\" is missing\(place)")
    }
    return try Setting(value)
  }

  /// Reads a list that adds to the defaults in `list`; the element `"!default"` clears them. Returns true when it does.
  @discardableResult
  func extend<Element: ConfigDecodable>(_ key: Key, _ list: inout [Element]) throws(Failure) -> Bool {
    guard let elements = try self[key]?.elements() else { return false }
    let isCleared = elements.contains(where: \.isDefaultMarker)
    if isCleared { list = [] }
    for element in elements where !element.isDefaultMarker { list.append(try Element(element)) }
    return isCleared
  }
}

extension ConfigValue {
  fileprivate var isDefaultMarker: Bool { node.stringValue == "!default" }
}
