package import Support

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
