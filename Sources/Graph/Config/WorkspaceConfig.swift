package import Base

/// The settings in `workspace.json`, with every default filled in. `docs/workspace.schema.json` describes the file for
/// editors; a test checks that both have the same keys.
package struct WorkspaceConfig: Sendable, Hashable {
  package var name: String?
  package var defaultBase: String?
  /// Patterns for the package folders of the workspace; empty for all that are found.
  package var packages: [Glob] = []
  /// Patterns for folders whose packages do not belong to the workspace, even if `packages` matches them.
  package var exclude: [Glob] = PackageSelection.defaultExclude
  /// The platforms for which conditional dependencies count, in SwiftPM's lower-case names; empty for all.
  package var platforms: [String] = []
  /// Lockfiles that decide the pins of packages in other folders, sorted by path.
  package var lockfiles: [LockfileEntry] = []
  package var inputs = InputsConfig()
  package var teams: [String: TeamConfig] = [:]
  package var owners = OwnersConfig()
  /// The entries in file order. `settings(for:)` joins those that match a module.
  package var modules: [ModuleEntry] = []
  package var tags: [TagRule] = []
  package var rules = RulesConfig()
  /// The tasks in file order.
  package var tasks: [TaskConfig] = []
  /// `test.quarantine`, in file order.
  package var quarantine: [QuarantineLine] = []
  package var run = RunConfig()
  package var xcode = XcodeConfig()
  package var cache = CacheConfig()
  package var release = ReleaseConfig()

  package init() {}

  /// The settings without a file.
  package static let `default` = WorkspaceConfig()
}

package struct LockfileEntry: Sendable, Hashable {
  package var path: RelativePath
  package var packages: [ModulePattern]
}

extension WorkspaceConfig {
  /// Returns the joined settings of one module. Later entries add to lists and replace single values.
  package func settings(for module: ModuleID) -> ModuleConfig {
    var result = ModuleConfig()
    for entry in modules where entry.pattern.matches(module) { result.merge(entry.settings) }
    return result
  }

  /// Returns the tags of a module, from its entries and from `tags`, sorted, each once.
  package func tags(of module: ModuleID) -> [String] {
    let own = modules.filter { $0.pattern.matches(module) }.flatMap(\.settings.tags)
    let ruled = tags.filter { $0.match.matches(module) }.flatMap(\.tags)
    return Set(own + ruled).sorted()
  }
}

/// The package folders that belong to the workspace.
package struct PackageSelection: Sendable, Hashable {
  /// The folders, sorted.
  package let folders: [RelativePath]
  /// Patterns of `packages` that select nothing, in file order. Most likely they are typing errors, and the packages
  /// they were meant for are not tested.
  package let unmatched: [Glob]

  package init(from found: [RelativePath], config: WorkspaceConfig) {
    let candidates = found.filter { folder in !config.exclude.contains { $0.covers(folder) } }
    folders = candidates.filter { folder in
      config.packages.isEmpty || config.packages.contains { $0.matches(folder) }
    }.sorted()
    unmatched = config.packages.filter { pattern in !candidates.contains { pattern.matches($0) } }
  }

  /// Folders in which tools keep copies of packages. A changed file in an excluded folder belongs to no package.
  package static let defaultExclude = [
    "**/.build", "**/.swiftpm", "**/DerivedData", "**/SourcePackages/checkouts", "**/node_modules",
    "**/Carthage/Build", "**/Carthage/Checkouts", "**/Pods",
  ].map { Glob($0) }
}

extension WorkspaceConfig {
  /// Reads a `workspace.json`, which may have comments and trailing commas. Messages contain `fileName`. The first
  /// error in reading order is thrown.
  package static func parse(_ bytes: [UInt8], fileName: String) throws(Failure) -> WorkspaceConfig {
    let source = ConfigSource(bytes: bytes, fileName: fileName)
    guard bytes.count <= largestSize else {
      throw source.error(.syntax, "the file is larger than \(largestSize) bytes", at: 0)
    }
    return try WorkspaceConfig(ConfigValue(node: try document(source), source: source, name: ""))
  }

  /// The limit is far beyond what people write. Every pattern of the file is matched against every path.
  private static let largestSize = 2_000_000

  private static func document(_ source: ConfigSource) throws(Failure) -> JSONNode {
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

  init(_ value: ConfigValue) throws(Failure) {
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
  private static func checkVersion(_ value: ConfigValue?) throws(Failure) {
    guard let value else { return }
    let version = try Int(value)
    guard version == 1 else {
      throw value.error(
        .unsupportedVersion, "\"version\" is \(version); this version of Ambit reads version 1")
    }
  }

  /// Refuses a base that Git would take for an option.
  private func checkBase(_ value: ConfigValue?) throws(Failure) {
    guard let value, let base = defaultBase, base.hasPrefix("-") else { return }
    throw value.invalid("\"defaultBase\" must be a revision, not \(ConfigValue.quote(base))")
  }
}

extension ConfigValue {
  /// A list that has no defaults to extend.
  fileprivate func list<Element: ConfigDecodable>() throws(Failure) -> [Element] {
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

/// `release`: the form of release tags, where it is not the usual one.
package struct ReleaseConfig: Sendable, Hashable {
  /// The rules for tags. A tag of a package may have the form of any rule that matches the package. The first one gives
  /// the form of the next tag.
  package var tags: [ReleaseTagRule] = []
}

package struct ReleaseTagRule: Sendable, Hashable {
  /// A pattern for packages.
  package var match: ModulePattern
  package var tag: ReleaseTagForm
}

/// The form of a tag: `{name}/{version}`, `release/{version}`, `{name}_{version}`.
package struct ReleaseTagForm: Sendable, Hashable {
  static let version = "{version}"
  static let name = "{name}"

  private let before: String
  private let after: String

  /// Returns the text before and after the version, in a tag of the package with that name.
  package func surroundings(of package: String) -> (prefix: String, suffix: String) {
    (before.replacing(Self.name, with: package), after.replacing(Self.name, with: package))
  }
}

// MARK: Decoding

extension ReleaseConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case tags }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.tags, &tags)
  }
}

extension ReleaseTagRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, tag }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    tag = try object.require(.tag)
    if !match.isForPackages, let place = object[.match] {
      throw place.invalid("\"\(place.name)\" must name packages, like \"//Packages/*\"")
    }
  }
}

extension ReleaseTagForm: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try String(value)
    if let problem = Self.problem(in: text) { throw value.invalid("\"\(value.name)\" \(problem)") }
    let parts = text.split(separator: Self.version, omittingEmptySubsequences: false)
    (before, after) = (String(parts[0]), String(parts[1]))
  }

  private static func problem(in text: String) -> String? {
    let parts = text.split(separator: version, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "must contain {version} exactly once" }
    let bare = parts.joined().replacing(name, with: "")
    guard !bare.contains("{"), !bare.contains("}") else {
      return "may use braces only for {name} and {version}"
    }
    guard text.split(separator: name, omittingEmptySubsequences: false).count < 3 else {
      return "must not contain {name} more than once"
    }
    // The form with an example of a name and a version.
    return isReference(text.replacing(name, with: "n").replacing(version, with: "1.0.0"))
      ? nil : "is not a valid name of a Git tag"
  }

  /// Returns true for a valid name by the rules of `git check-ref-format` that is not an option.
  private static func isReference(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
    let isForbidden = { (scalar: Unicode.Scalar) in
      scalar.value <= 0x20 || scalar.value == 0x7F || "~^:?*[\\".unicodeScalars.contains(scalar)
    }
    return isPlain && !text.hasPrefix("-") && !text.hasSuffix(".") && !text.contains("..")
      && !text.contains("@{") && !text.unicodeScalars.contains(where: isForbidden)
  }
}
