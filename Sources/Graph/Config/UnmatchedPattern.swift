package import Base

/// A module pattern of workspace.json that matches nothing. Most likely it is a typing error, by which a declared input
/// or dependency is lost unseen.
package struct UnmatchedPattern: Sendable, Hashable {
  /// The key of the pattern: `modules`, `modules.//Packages/Core.dependsOn`.
  package let place: String
  package let pattern: ModulePattern
}

extension WorkspaceConfig {
  /// Returns the patterns that match none of `modules`, in the order of the sections. `packages` has the workspace's
  /// package folders: a pattern for a package without modules is not unmatched.
  package func unmatchedPatterns(
    modules: [ModuleID], packages: [RelativePath] = []
  ) -> [UnmatchedPattern] {
    allModulePatterns.filter { used in
      !modules.contains { used.pattern.matches($0) }
        && !(used.pattern.isForPackages && packages.contains { used.pattern.matches(package: $0) })
    }
  }

  private var allModulePatterns: [UnmatchedPattern] {
    var all: [UnmatchedPattern] = []
    func add(_ place: String, _ patterns: [ModulePattern]) {
      all += patterns.map { UnmatchedPattern(place: place, pattern: $0) }
    }
    for entry in lockfiles { add("lockfiles.\(entry.path)", entry.packages) }
    for rule in owners.rules {
      if case .modules(let pattern) = rule.match { add("owners.rules", [pattern]) }
    }
    for entry in self.modules {
      add("modules", [entry.pattern])
      add("modules.\(entry.pattern).dependsOn", entry.settings.dependsOn)
    }
    add("tags", tags.map(\.match))
    for rule in rules.onlyImportedBy { add("rules.onlyImportedBy", rule.by) }
    for rule in rules.forbidden {
      add("rules.forbidden", rule.from)
      // A name alone may stand for a module outside of the workspace.
      add("rules.forbidden", rule.to.filter { !$0.isForAnyFolder })
    }
    add("rules.stable", rules.stable.compactMap(\.match))
    add("rules.pins", rules.pins.map(\.match))
    add("rules.metrics", rules.metrics.map(\.match))
    add("release.tags", release.tags.map(\.match))
    add("xcode.run", xcode.run.map(\.match))
    for task in tasks {
      add(
        "tasks.\(task.name).match",
        task.match.compactMap { if case .modules(let pattern) = $0 { pattern } else { nil } })
    }
    return all
  }
}
