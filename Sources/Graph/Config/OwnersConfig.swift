package import Base

/// An entry of `teams`.
package struct TeamConfig: Sendable, Hashable {
  /// The name in reports; nil to show the team's id.
  package var name: String?
  package var contact: String?
  /// The names of the team in CODEOWNERS: `@shop/payments`, `ann@example.com`.
  package var handles: [String] = []
}

/// `owners`: the owners of files and modules, besides and before CODEOWNERS.
package struct OwnersConfig: Sendable, Hashable {
  /// The host whose rules CODEOWNERS follows. GitHub and GitLab read the same line differently.
  package enum Dialect: String, Sendable, Hashable, CaseIterable {
    /// The dialect follows from the file's place, and from whether it has sections.
    case auto
    case github, gitlab
  }

  /// The path of CODEOWNERS; nil to look where the hosts do.
  package var codeowners: RelativePath?
  package var dialect = Dialect.auto
  /// The last matching rule counts, as in CODEOWNERS.
  package var rules: [OwnerRule] = []

  package init() {}
}

package struct OwnerRule: Sendable, Hashable {
  package enum Match: Sendable, Hashable {
    /// A pattern for modules, written with a leading `//`.
    case modules(ModulePattern)
    /// Any other pattern. It also covers the files in a folder that it names.
    case paths(PathPattern)
  }

  package var match: Match
  /// Ids of `teams`. An empty list means that nobody owns the files.
  package var teams: [String]
}

// MARK: Decoding

extension TeamConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case name, contact, handles }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    self.init()
    try object.read(.name, into: &name)
    try object.read(.contact, into: &contact)
    try object.extend(.handles, &handles)
  }
}

extension OwnersConfig.Dialect: ConfigChoice {}

extension OwnersConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case codeowners, dialect, rules }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try object.read(.codeowners, into: &codeowners)
    try object.read(.dialect, into: &dialect)
    try object.extend(.rules, &rules)
  }

  /// Refuses a team that `teams` does not define: a typing error would leave files without an owner.
  static func checkTeams(in value: ConfigValue?, known: some Collection<String>) throws(ConfigError) {
    for rule in value?.child("rules")?.children ?? [] {
      for team in rule.child("teams")?.children ?? [] {
        try team.check(isAmong: known, what: "team")
      }
    }
  }
}

extension OwnerRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, teams }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    teams = []
    try object.extend(.teams, &teams)
  }
}

extension OwnerRule.Match: ConfigDecodable {
  init(_ value: ConfigValue) throws(ConfigError) {
    if try String(value).hasPrefix("//") {
      self = .modules(try ModulePattern(value))
    } else {
      self = .paths(try PathPattern(value))
    }
  }
}

/// The keys of one kind of object. The decoder accepts no others, and the schema lists the same.
protocol ConfigKey: RawRepresentable<String>, CaseIterable, Sendable {}

/// An object with a fixed set of keys. Creating it refuses the first key that is not among them.
struct ConfigObject<Key: ConfigKey> {
  private let value: ConfigValue
  private let members: [String: JSONNode]

  init(_ value: ConfigValue) throws(ConfigError) {
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
  func read<Setting: ConfigDecodable>(_ key: Key, into setting: inout Setting) throws(ConfigError) {
    if let value = self[key] { setting = try Setting(value) }
  }

  func read<Setting: ConfigDecodable>(_ key: Key, into setting: inout Setting?) throws(ConfigError) {
    if let value = self[key] { setting = try Setting(value) }
  }

  /// Reads a key that has no default.
  func require<Setting: ConfigDecodable>(_ key: Key) throws(ConfigError) -> Setting {
    guard let value = self[key] else {
      let place = self.value.name.isEmpty ? "" : " in \"\(self.value.name)\""
      throw self.value.invalid("the key \"\(key.rawValue)\" is missing\(place)")
    }
    return try Setting(value)
  }

  /// Reads a list that adds to the defaults in `list`; the element `"!default"` clears them. Returns true when it does.
  @discardableResult
  func extend<Element: ConfigDecodable>(_ key: Key, _ list: inout [Element]) throws(ConfigError) -> Bool {
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
