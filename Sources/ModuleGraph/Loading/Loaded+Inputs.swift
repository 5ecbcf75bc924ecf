package import Names
package import Support

extension WorkspaceLoader.Loaded {
  /// The same with more inputs of modules, as long as those are there.
  package func adding(inputs: [ModuleID: Set<RelativePath>]) -> WorkspaceLoader.Loaded {
    guard !inputs.isEmpty else { return self }
    return WorkspaceLoader.Loaded(
      headRevision: headRevision.adding(inputs), baseRevision: baseRevision?.adding(inputs),
      baseProblem: baseProblem, isSameGraph: isSameGraph, worldly: worldly)
  }
}

extension LoadedRevision {
  fileprivate func adding(_ inputs: [ModuleID: Set<RelativePath>]) -> LoadedRevision {
    var revision = self
    for (id, paths) in inputs {
      guard let index = graph.index(of: id) else { continue }
      revision.graph.modules[index].layout.add(inputs: paths)
    }
    return revision
  }
}
