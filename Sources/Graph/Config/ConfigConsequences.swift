import Base

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

  package init() {}
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

  func check(isAmong known: some Collection<String>, what: String) throws(ConfigError) {
    guard let text = node.stringValue, text != "!default", !known.contains(text) else { return }
    let hint = Self.didYouMean(text, among: known)
    throw error(.unknownName, "unknown \(what) \(Self.quote(text)) in \"\(name)\"\(hint)")
  }
}
