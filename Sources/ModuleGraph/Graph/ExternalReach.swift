/// Which modules use, directly or through others, a product of a package outside the workspace.
///
/// A moved pin can reach any of them: external packages depend on one another, and their manifests
/// are not at hand to tell which.
package enum ExternalReach {
  package static func modules(in graph: WorkspaceGraph) -> Reach<ModuleIndex> {
    Dependents(graph).reach(
      from: graph.modules.indices.filter { !graph.modules[$0].externalPackages.isEmpty })
  }
}
