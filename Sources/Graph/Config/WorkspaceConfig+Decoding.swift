import Base

extension WorkspaceConfig {
  /// Reads a `workspace.json`, which may have comments and trailing commas. Messages contain `fileName`. The first
  /// error in reading order is thrown.
  package static func parse(_ bytes: [UInt8], fileName: String) throws(ConfigError) -> WorkspaceConfig {
    let source = ConfigSource(bytes: bytes, fileName: fileName)
    guard bytes.count <= largestSize else {
      throw source.error(.syntax, "the file is larger than \(largestSize) bytes", at: 0)
    }
    return try WorkspaceConfig(ConfigValue(node: try document(source), source: source, name: ""))
  }

  /// The limit is far beyond what people write. Every pattern of the file is matched against every path.
  private static let largestSize = 2_000_000

  private static func document(_ source: ConfigSource) throws(ConfigError) -> JSONNode {
    do throws(JSONError) {
      return try JSONParser.parse(source.bytes, as: .relaxed)
    } catch {
      throw source.error(.syntax, error.message, at: error.offset)
    }
  }
}

extension WorkspaceConfig: ConfigDecodable {
  enum Key: String, ConfigKey {
    case schema = "$schema"
    case version, name, defaultBase, packages, exclude, platforms, lockfiles, inputs, teams, owners, modules
    case tags, rules, tasks, test, run, xcode, cache, release
  }

  init(_ value: ConfigValue) throws(ConfigError) {
    let object = try ConfigObject<Key>(value)
    try Self.checkVersion(object[.version])
    try object.read(.name, into: &name)
    try object.read(.defaultBase, into: &defaultBase)
    try object.extend(.packages, &packages)
    try object.extend(.exclude, &exclude)
    var named: [PlatformName] = []
    try object.extend(.platforms, &named)
    platforms = named.map(\.rawValue)
    for (key, value) in try object[.lockfiles]?.members() ?? [] {
      lockfiles.append(LockfileEntry(path: try RelativePath(key), packages: try value.list()))
    }
    lockfiles.sort { $0.path < $1.path }
    try object.read(.inputs, into: &inputs)
    for (key, value) in try object[.teams]?.members() ?? [] {
      teams[try String(key)] = try TeamConfig(value)
    }
    try object.read(.owners, into: &owners)
    try OwnersConfig.checkTeams(in: object[.owners], known: teams.keys)
    for (key, value) in try object[.modules]?.members() ?? [] {
      modules.append(ModuleEntry(pattern: try ModulePattern(key), settings: try ModuleConfig(value)))
    }
    try object.extend(.tags, &tags)
    try object.read(.rules, into: &rules)
    tasks = try TaskConfig.tasks(in: object[.tasks])
    if let value = object[.test] { quarantine = try CasesConfig(value).quarantine }
    try object.read(.run, into: &run)
    try object.read(.xcode, into: &xcode)
    try object.read(.cache, into: &cache)
    try object.read(.release, into: &release)
    try checkBase(object[.defaultBase])
  }

  /// A file for a later Ambit may mean other things by the same words.
  private static func checkVersion(_ value: ConfigValue?) throws(ConfigError) {
    guard let value else { return }
    let version = try Int(value)
    guard version == 1 else {
      throw value.error(
        .unsupportedVersion, "\"version\" is \(version); this version of Ambit reads version 1")
    }
  }

  /// Refuses a base that Git would take for an option.
  private func checkBase(_ value: ConfigValue?) throws(ConfigError) {
    guard let value, let base = defaultBase, base.hasPrefix("-") else { return }
    throw value.invalid("\"defaultBase\" must be a revision, not \(ConfigValue.quote(base))")
  }
}

extension ConfigValue {
  /// A list that has no defaults to extend.
  fileprivate func list<Element: ConfigDecodable>() throws(ConfigError) -> [Element] {
    var result: [Element] = []
    for element in try elements() { result.append(try Element(element)) }
    return result
  }
}

/// The platforms of SwiftPM's conditions, by the names that its manifests evaluate to.
enum PlatformName: String, CaseIterable, ConfigChoice {
  case linux, macos, ios, tvos, watchos, visionos, maccatalyst, driverkit, windows, android, wasi, openbsd
  case freebsd
}
