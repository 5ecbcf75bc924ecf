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
