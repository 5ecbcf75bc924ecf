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

  init(_ value: ConfigValue) throws(Failure) {
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

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.codeowners, into: &codeowners)
    try object.read(.dialect, into: &dialect)
    try object.extend(.rules, &rules)
  }

  /// Refuses a team that `teams` does not define: a typing error would leave files without an owner.
  static func checkTeams(in value: ConfigValue?, known: some Collection<String>) throws(Failure) {
    for rule in value?.child("rules")?.children ?? [] {
      for team in rule.child("teams")?.children ?? [] {
        try team.check(isAmong: known, what: "team")
      }
    }
  }
}

extension OwnerRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, teams }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    teams = []
    try object.extend(.teams, &teams)
  }
}

extension OwnerRule.Match: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    if try String(value).hasPrefix("//") {
      self = .modules(try ModulePattern(value))
    } else {
      self = .paths(try PathPattern(value))
    }
  }
}
