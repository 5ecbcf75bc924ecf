package import Names
package import Support

/// What `workspace.json` says, with every default filled in. `docs/workspace.schema.json` describes
/// the file for editors; a test holds the two to the same keys.
package struct WorkspaceConfig: Sendable, Hashable {
  package var name: String?
  package var defaultBase: String?
  /// Which package folders belong to the workspace; empty: all that are found.
  package var packages: [Glob] = []
  /// Folders whose packages do not, whatever `packages` says.
  package var exclude: [Glob] = PackageSelection.defaultExclude
  /// SwiftPM's lower-case names of the platforms that conditional dependencies count for; empty: all.
  package var platforms: [String] = []
  /// Lockfiles that decide the pins of packages elsewhere, sorted by path.
  package var lockfiles: [LockfileEntry] = []
  package var inputs = InputsConfig()
  package var teams: [String: TeamConfig] = [:]
  package var owners = OwnersConfig()
  /// In file order; `settings(for:)` joins those that match a module.
  package var modules: [ModuleEntry] = []
  package var tags: [TagRule] = []
  package var rules = RulesConfig()
  /// In file order.
  package var tasks: [TaskConfig] = []
  package var run = RunConfig()
  package var cache = CacheConfig()
  package var release = ReleaseConfig()

  package init() {}

  /// What holds without a file.
  package static let `default` = WorkspaceConfig()
}

package struct LockfileEntry: Sendable, Hashable {
  package var path: RelativePath
  package var packages: [ModulePattern]
}

extension WorkspaceConfig {
  /// All that `modules` says of one module. Later entries add to lists and replace single values.
  package func settings(for module: ModuleID) -> ModuleConfig {
    var result = ModuleConfig()
    for entry in modules where entry.pattern.matches(module) { result.merge(entry.settings) }
    return result
  }

  /// The tags of a module, from its entries and from `tags`: sorted, each once.
  package func tags(of module: ModuleID) -> [String] {
    let own = modules.filter { $0.pattern.matches(module) }.flatMap(\.settings.tags)
    let ruled = tags.filter { $0.match.matches(module) }.flatMap(\.tags)
    return Set(own + ruled).sorted()
  }
}
