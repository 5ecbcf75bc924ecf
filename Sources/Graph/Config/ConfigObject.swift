import Base

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
