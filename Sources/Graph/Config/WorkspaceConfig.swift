package import Base

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
  package var xcode = XcodeConfig()
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

/// Which of the package folders found belong to the workspace.
package struct PackageSelection: Sendable, Hashable {
  /// Sorted.
  package let folders: [RelativePath]
  /// Patterns of `packages` that select nothing, in file order: most likely a typing error, and what
  /// they were meant for is not tested.
  package let unmatched: [Glob]

  package init(from found: [RelativePath], config: WorkspaceConfig) {
    let candidates = found.filter { folder in !config.exclude.contains { $0.covers(folder) } }
    folders = candidates.filter { folder in
      config.packages.isEmpty || config.packages.contains { $0.matches(folder) }
    }.sorted()
    unmatched = config.packages.filter { pattern in !candidates.contains { pattern.matches($0) } }
  }

  /// Where tools keep copies of packages. A change in an excluded folder is one outside every package.
  package static let defaultExclude = [
    "**/.build", "**/.swiftpm", "**/DerivedData", "**/SourcePackages/checkouts", "**/node_modules",
    "**/Carthage/Build", "**/Carthage/Checkouts", "**/Pods",
  ].map { Glob($0) }
}
