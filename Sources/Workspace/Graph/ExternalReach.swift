/// Which modules use, directly or through others, a product of a package outside the workspace.
///
/// A moved pin can reach any of them: external packages depend on one another, and their manifests
/// are not at hand to tell which.
package enum ExternalReach {
  package static func modules(in graph: WorkspaceGraph) -> [Int] {
    var dependents = [[Int]](repeating: [], count: graph.modules.count)
    for (index, module) in graph.modules.enumerated() {
      for edge in module.edges { dependents[edge.target].append(index) }
    }
    var reached = graph.modules.map { !$0.externalPackages.isEmpty }
    var pending = reached.indices.filter { reached[$0] }
    while let module = pending.popLast() {
      for dependent in dependents[module] where !reached[dependent] {
        reached[dependent] = true
        pending.append(dependent)
      }
    }
    return reached.indices.filter { reached[$0] }
  }
}
