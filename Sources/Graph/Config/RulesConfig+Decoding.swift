import Base

extension Severity: ConfigChoice {}
extension PinRule.Requirement: ConfigChoice {}
extension ContractRule.Kind: ConfigChoice {}

extension RulesConfig: ConfigDecodable {
  enum Key: String, ConfigKey {
    case layers, isolated, onlyImportedBy, names, forbidden, contracts, stable, folders, imports, inputs,
      pins,
      metrics, local, requireOwner
  }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.layers, &layers)
    try object.extend(.isolated, &isolated)
    try object.extend(.onlyImportedBy, &onlyImportedBy)
    try object.extend(.names, &names)
    try object.extend(.forbidden, &forbidden)
    try object.extend(.contracts, &contracts)
    try object.extend(.stable, &stable)
    try object.extend(.folders, &folders)
    try object.read(.imports, into: &imports)
    try object.read(.inputs, into: &inputs)
    try object.extend(.pins, &pins)
    try object.extend(.metrics, &metrics)
    try object.read(.local, into: &local)
    try object.read(.requireOwner, into: &requireOwner)
    let known = layers.map(\.name)
    for layer in object[.layers]?.children ?? [] {
      for name in layer.child("mayDependOn")?.children ?? [] { try name.check(isAmong: known, what: "layer") }
    }
  }
}

extension LayerRule: ConfigDecodable {
  enum Key: String, ConfigKey { case name, tag, mayDependOn }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    name = try object.require(.name)
    tag = try object.require(.tag)
    mayDependOn = []
    try object.extend(.mayDependOn, &mayDependOn)
  }
}

extension ImporterRule: ConfigDecodable {
  enum Key: String, ConfigKey { case tag, by }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    tag = try object.require(.tag)
    by = []
    try object.extend(.by, &by)
  }
}

extension NameRule: ConfigDecodable {
  enum Key: String, ConfigKey { case tag, pattern }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    tag = try object.require(.tag)
    pattern = try object.require(.pattern)
    guard (try? Regex(pattern)) != nil else {
      throw (object[.pattern] ?? value)
        .invalid("\(ConfigValue.quote(pattern)) in \"\(value.name)\" is not a valid regular expression")
    }
  }
}

extension ForbiddenRule: ConfigDecodable {
  enum Key: String, ConfigKey { case from, fromTag, to, toTag, because }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.from, &from)
    try object.read(.fromTag, into: &fromTag)
    try object.extend(.to, &to)
    try object.read(.toTag, into: &toTag)
    try object.read(.because, into: &because)
    if to.isEmpty, toTag == nil {
      throw value.invalid("\"\(value.name)\" must have \"to\" or \"toTag\"")
    }
  }
}

extension ContractRule: ConfigDecodable {
  enum Key: String, ConfigKey { case tag, expose }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    tag = try object.require(.tag)
    expose = object[.expose] == nil ? Self.standard : []
    try object.extend(.expose, &expose)
  }
}

extension StableRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, tag, unknown, because }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.match, into: &match)
    try object.read(.tag, into: &tag)
    try object.read(.unknown, into: &unknown)
    try object.read(.because, into: &because)
    if match == nil, tag == nil {
      throw value.invalid("\"\(value.name)\" must have \"match\" or \"tag\"")
    }
  }
}

extension FolderRule: ConfigDecodable {
  enum Key: String, ConfigKey { case `in`, shared, allow, because }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    folder = try object.require(.in)
    try object.extend(.shared, &shared)
    try object.extend(.allow, &allow)
    try object.read(.because, into: &because)
  }
}

extension FolderRule.Allowance: ConfigDecodable {
  enum Key: String, ConfigKey { case from, to }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    from = try object.require(.from)
    to = []
    try object.extend(.to, &to)
  }
}

extension LocalRule: ConfigDecodable {
  enum Key: String, ConfigKey { case branches }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    branches = object[.branches] == nil ? Self.standard : []
    try object.extend(.branches, &branches)
  }
}

extension InputsRule: ConfigDecodable {
  enum Key: String, ConfigKey { case undeclared }

  init(_ value: ConfigValue) throws(Failure) {
    self.init()
    try ConfigObject<Key>(value).read(.undeclared, into: &undeclared)
  }
}

extension ImportsRule: ConfigDecodable {
  enum Key: String, ConfigKey { case undeclared, unused, redundant }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.undeclared, into: &undeclared)
    try object.read(.unused, into: &unused)
    try object.read(.redundant, into: &redundant)
  }
}

extension PinRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, require }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    require = try object.require(.require)
  }
}
