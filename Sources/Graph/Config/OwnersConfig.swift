package import Base

/// One of `teams`.
package struct TeamConfig: Sendable, Hashable {
  /// For people; nil: the team's id.
  package var name: String?
  package var contact: String?
  /// What the team is called in CODEOWNERS: `@shop/payments`, `ann@example.com`.
  package var handles: [String] = []
}

/// `owners`: who owns what, beside and above CODEOWNERS.
package struct OwnersConfig: Sendable, Hashable {
  /// Whose reading of CODEOWNERS holds. The two differ for the same line.
  package enum Dialect: String, Sendable, Hashable, CaseIterable {
    /// Told from where the file lies and whether it has sections.
    case auto
    case github, gitlab
  }

  /// nil: where the hosts look for it.
  package var codeowners: RelativePath?
  package var dialect = Dialect.auto
  /// The last rule that matches wins, as in CODEOWNERS.
  package var rules: [OwnerRule] = []

  package init() {}
}

package struct OwnerRule: Sendable, Hashable {
  package enum Match: Sendable, Hashable {
    /// Written with a leading `//`.
    case modules(ModulePattern)
    /// Anything else; it covers what lies in a folder that it names.
    case paths(PathPattern)
  }

  package var match: Match
  /// Ids of `teams`; an empty list says that nobody owns it.
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
