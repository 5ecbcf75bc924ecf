package import Arguments
package import Config
package import Edge
package import ModuleGraph
package import Names

/// Which modules the command line asks for, by name and by tag.
package struct ModuleFilter {
  /// nil: all.
  private let named: Set<ModuleID>?
  private let tags: [String]
  private let notTags: [String]
  private let config: WorkspaceConfig

  package init(
    _ options: SelectionOptions, named: NamedModules?, graph: WorkspaceGraph, config: WorkspaceConfig
  ) throws(Failure) {
    if !options.allowsEmpty { try EmptyByMistake.refuseTags(options, graph, config) }
    self.named = named?.kept
    tags = options.tags
    notTags = options.notTags
    self.config = config
  }

  package func keeps(_ id: ModuleID) -> Bool {
    guard named?.contains(id) ?? true else { return false }
    guard !tags.isEmpty || !notTags.isEmpty else { return true }
    let own = config.tags(of: id)
    return tags.allSatisfy(own.contains) && !notTags.contains(where: own.contains)
  }
}

extension SelectionPipeline {
  package func filter(_ options: SelectionOptions, _ graph: WorkspaceGraph) throws(Failure) -> ModuleFilter {
    try ModuleFilter(
      options, named: try named(options, graph), graph: graph, config: workspace.config)
  }
}
