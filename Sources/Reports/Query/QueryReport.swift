package import ModuleGraph
package import Names
package import Support

/// The modules that an expression stands for.
package struct QueryReport: Sendable {
  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let kind: ModuleKind
    package let owners: [String]
    package let tags: [String]

    package init(id: ModuleID, kind: ModuleKind, owners: [String], tags: [String]) {
      self.id = id
      self.kind = kind
      self.owners = owners
      self.tags = tags
    }
  }

  /// The expression, written as it was understood.
  package let query: String
  /// The base is that of `changed()` and `affected()`, if they were asked for.
  package let revisions: ComparedRevisions
  /// Sorted by id.
  package let modules: [Module]
  /// The same modules from the first to the last, where a chain was asked for.
  package let path: [ModuleID]?
  package let warnings: [Warning]

  package init(
    query: String, revisions: ComparedRevisions, modules: [Module], path: [ModuleID]?, warnings: [Warning]
  ) {
    self.query = query
    self.revisions = revisions
    self.modules = modules
    self.path = path
    self.warnings = warnings
  }

  /// In the order in which they are shown.
  var shown: [Module] {
    guard let path else { return modules }
    let byID = Dictionary(modules.map { ($0.id, $0) }) { first, _ in first }
    return path.compactMap { byID[$0] }
  }
}
