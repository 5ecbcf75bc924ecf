import Base

/// One entry of `modules`: settings for the modules that its key matches.
package struct ModuleConfig: Sendable, Hashable {
  package var tags: [String] = []
  /// Files that the module reads besides its own, relative to the workspace's root. A pattern that names a folder
  /// covers the files in it.
  package var inputs: [PathPattern] = []
  /// Modules that it needs and its manifest does not name.
  package var dependsOn: [ModulePattern] = []
  package var env: [String] = []
  /// The systems that the module builds on; empty for all.
  package var hosts: [HostSystem] = []
  package var test = TestConfig()

  /// Joins a later entry for the same module: lists add up, single values are replaced.
  mutating func merge(_ later: ModuleConfig) {
    tags += later.tags
    inputs += later.inputs
    dependsOn += later.dependsOn
    env += later.env
    hosts += later.hosts
    test.timeout = later.test.timeout ?? test.timeout
    test.retries = later.test.retries ?? test.retries
    test.exclusive = later.test.exclusive ?? test.exclusive
    test.observe = later.test.observe ?? test.observe
    test.remote = later.test.remote ?? test.remote
  }
}

package enum HostSystem: String, Sendable, Hashable, CaseIterable {
  case linux, macos, windows
}

/// The way a test module runs. A value of nil leaves the choice to the command line.
package struct TestConfig: Sendable, Hashable {
  /// The limit in seconds.
  package var timeout: Int?
  package var retries: Int?
  /// True when the module runs while no other test module does.
  package var exclusive: Bool?
  /// True when Ambit observes which files the module's tests read.
  package var observe: Bool?
  /// True when the module may run on another machine.
  package var remote: Bool?

  package init() {}
}

/// An entry of `modules` with its key, in file order.
package struct ModuleEntry: Sendable, Hashable {
  package var pattern: ModulePattern
  package var settings: ModuleConfig
}

/// An entry of `tags`.
package struct TagRule: Sendable, Hashable {
  package var match: ModulePattern
  package var tags: [String]
}

// MARK: Decoding

extension HostSystem: ConfigChoice {}

extension ModuleConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case tags, inputs, dependsOn, env, hosts, test }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.extend(.tags, &tags)
    try object.extend(.inputs, &inputs)
    try object.extend(.dependsOn, &dependsOn)
    env = try object.variableNames(.env)
    try object.extend(.hosts, &hosts)
    try object.read(.test, into: &test)
  }
}

extension TestConfig: ConfigDecodable {
  enum Key: String, ConfigKey { case timeout, retries, exclusive, observe, remote }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    try object.read(.timeout, into: &timeout)
    try object.read(.retries, into: &retries)
    try object.read(.exclusive, into: &exclusive)
    try object.read(.observe, into: &observe)
    try object.read(.remote, into: &remote)
    if timeout == 0, let value = object[.timeout] {
      throw value.invalid("\"\(value.name)\" must be at least 1 second")
    }
  }
}

extension TagRule: ConfigDecodable {
  enum Key: String, ConfigKey { case match, tags }

  init(_ value: ConfigValue) throws(Failure) {
    let object = try ConfigObject<Key>(value)
    match = try object.require(.match)
    tags = []
    try object.extend(.tags, &tags)
  }
}

/// The modules that a change of `workspace.json` affects.
package struct ConfigConsequences: Sendable, Hashable {
  /// The sections of the file whose change affects everything, by their names in the file.
  package var everything: [String] = []
  /// Modules that are affected with their dependents, sorted by text.
  package var modules: [ModulePattern] = []
  /// Test modules that are affected without dependents, since only the way they run has changed.
  package var tests: [ModulePattern] = []
  /// Patterns of test cases whose failures count again. Their modules are affected without dependents.
  package var freed: [CasePattern] = []
}

extension ConfigConsequences {
  /// Compares two versions of the file. Names, teams, owners, tags, rules, releases and the cache do not change a
  /// build. Neither do the order of keys, formatting or a comment.
  package init(from old: WorkspaceConfig, to new: WorkspaceConfig) {
    if old.run.decisive != new.run.decisive { everything.append("run") }
    if old.inputs != new.inputs { everything.append("inputs") }
    if old.packages != new.packages { everything.append("packages") }
    if old.exclude != new.exclude { everything.append("exclude") }
    if old.xcode.decisive != new.xcode.decisive { everything.append("xcode") }
    // Platforms decide which conditional dependencies count, so any edge may have come or gone.
    if old.platforms != new.platforms { everything.append("platforms") }

    let builds = Self.changedEntries(from: old.modules, to: new.modules) { $0.buildInputs }
    let locked = Set(old.lockfiles).symmetricDifference(new.lockfiles).flatMap(\.packages)
    modules = Set(builds + locked).sorted { $0.text < $1.text }
    tests = Set(Self.changedEntries(from: old.modules, to: new.modules) { $0.test })
      .sorted { $0.text < $1.text }
    freed = old.quarantine.filter { line in
      !new.quarantine.contains { $0.cases == line.cases && $0.until >= line.until }
    }.map(\.cases)
  }

  /// Returns the patterns of entries whose `part` differs. Entries for the same module are joined in file order, so the
  /// order of entries with the part counts too.
  private static func changedEntries<Part: Hashable>(
    from old: [ModuleEntry], to new: [ModuleEntry], part: (ModuleConfig) -> Part
  ) -> [ModulePattern] {
    let silent = part(ModuleConfig())
    let before = old.filter { part($0.settings) != silent }
    let after = new.filter { part($0.settings) != silent }
    let beforeParts = Set(before.map { Entry(pattern: $0.pattern, part: part($0.settings)) })
    let afterParts = Set(after.map { Entry(pattern: $0.pattern, part: part($0.settings)) })
    let changed = beforeParts.symmetricDifference(afterParts).map(\.pattern)
    let same = beforeParts.intersection(afterParts).map(\.pattern)
    let order = { (entries: [ModuleEntry]) in entries.map(\.pattern).filter(Set(same).contains) }
    return order(before) == order(after) ? changed : changed + same
  }
}

private struct Entry<Part: Hashable>: Hashable {
  let pattern: ModulePattern
  let part: Part
}

extension RunConfig {
  /// The settings that decide results. The number of jobs does not.
  fileprivate var decisive: RunConfig {
    var part = self
    part.jobs = nil
    return part
  }
}

extension XcodeConfig {
  /// The settings that decide recorded results. The settings for running bundles do not.
  fileprivate var decisive: XcodeConfig {
    var part = self
    part.run = []
    return part
  }
}

extension ModuleConfig {
  /// The settings that decide builds. `hosts` counts: a module that may now build here has not been tested here.
  fileprivate var buildInputs: ModuleConfig {
    var part = self
    part.tags = []
    part.test = TestConfig()
    return part
  }
}

/// Finds names in decoded values that must be defined elsewhere in the file.
extension ConfigValue {
  func child(_ key: String) -> ConfigValue? {
    node[key].map { ConfigValue(node: $0, source: source, name: Self.join(name, key)) }
  }

  /// The elements of a list; none for any other value.
  var children: [ConfigValue] {
    (node.arrayValue ?? []).map { ConfigValue(node: $0, source: source, name: name) }
  }

  func check(isAmong known: some Collection<String>, what: String) throws(Failure) {
    guard let text = node.stringValue, text != "!default", !known.contains(text) else { return }
    let hint = Self.didYouMean(text, among: known)
    throw error(.unknownName, "unknown \(what) \(Self.quote(text)) in \"\(name)\"\(hint)")
  }
}
