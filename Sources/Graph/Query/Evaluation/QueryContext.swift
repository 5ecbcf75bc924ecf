package import Base

/// The values that expressions are evaluated with.
package struct QueryContext: Sendable {
  package let graph: WorkspaceGraph
  /// The platforms whose conditional edges count; nil to count all edges.
  package var platforms: Set<String>?
  /// The teams of each module, and owners that belong to no team.
  package var owners: @Sendable (ModuleIndex) -> [String] = { _ in [] }
  /// All teams, even those that own no module.
  package var teams: Set<String> = []
  package var tags: @Sendable (ModuleIndex) -> Set<String> = { _ in [] }
  /// The changes since each revision that the expression names. The key nil is the usual base.
  package var changes: [QueryWord?: QueryChange] = [:]
  /// True when a tag that no module has is no error.
  package var allowsUnknownTags = false

  package init(graph: WorkspaceGraph) {
    self.graph = graph
  }
}

/// The modules of the head that a change concerns.
package struct QueryChange: Sendable, Hashable {
  package let changed: Set<ModuleID>
  package let affected: Set<ModuleID>

  package init(changed: Set<ModuleID>, affected: Set<ModuleID>) {
    self.changed = changed
    self.affected = affected
  }
}

/// The modules that an expression stands for.
package struct QueryAnswer: Sendable, Hashable {
  /// The modules, sorted.
  package let modules: [ModuleIndex]
  /// The modules in the order of the chain, when the expression asks for a chain.
  package let path: [ModuleIndex]?
}
