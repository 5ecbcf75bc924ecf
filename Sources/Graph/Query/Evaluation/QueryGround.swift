package import Base

/// What expressions are asked about.
package struct QueryGround: Sendable {
  package let graph: WorkspaceGraph
  /// nil lets all platform-conditional edges count.
  package var platforms: Set<String>?
  /// Teams, and owners that no team has claimed; by module.
  package var owners: @Sendable (ModuleIndex) -> [String] = { _ in [] }
  /// Teams that there are, whether they own a module or not.
  package var teams: Set<String> = []
  package var tags: @Sendable (ModuleIndex) -> Set<String> = { _ in [] }
  /// What changed since each of the revisions that the expression names; nil is the usual base.
  package var changes: [QueryWord?: QueryChange] = [:]
  /// Whether a tag that no module has is nobody's mistake.
  package var allowsUnknownTags = false

  package init(graph: WorkspaceGraph) {
    self.graph = graph
  }
}

/// What a change does to the modules of the head.
package struct QueryChange: Sendable, Hashable {
  package let changed: Set<ModuleID>
  package let affected: Set<ModuleID>

  package init(changed: Set<ModuleID>, affected: Set<ModuleID>) {
    self.changed = changed
    self.affected = affected
  }
}

/// Which modules an expression stands for.
package struct QueryAnswer: Sendable, Hashable {
  /// Sorted.
  package let modules: [ModuleIndex]
  /// The same from the first to the last, where it is a chain that was asked for.
  package let path: [ModuleIndex]?
}
