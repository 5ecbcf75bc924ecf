/// The traits that decide the builds of the packages behind a module, with its own package as the root.
struct ClosureTraits {
  /// The packages with traits in a module's closure, by module.
  private let packages: [ModuleIndex: Set<PackageIndex>]
  /// The enabled traits by root package, then by package.
  private let enabledByRoot: [PackageIndex: [PackageIndex: [String]]]
  private let graph: WorkspaceGraph

  /// `requested` has the traits that every build enables in its root.
  init(_ graph: WorkspaceGraph, _ scope: KeyScope, requested: RequestedTraits) {
    self.graph = graph
    var packages: [ModuleIndex: Set<PackageIndex>] = [:]
    var enabledByRoot: [PackageIndex: [PackageIndex: [String]]] = [:]
    for component in graph.hasTraits ? scope.components : [] {
      var touched = Set(component.map { graph.modules[$0].package })
        .filter { !graph.packages[$0].traits.isEmpty }
      for edge in component.flatMap({ scope.edges[$0] }) { touched.formUnion(packages[edge.target] ?? []) }
      guard !touched.isEmpty else { continue }
      for module in component {
        packages[module] = touched
        let root = graph.modules[module].package
        if enabledByRoot[root] == nil {
          enabledByRoot[root] = RootClosure(of: root, in: graph, requested: requested).declaredTraits(
            in: graph)
        }
      }
    }
    self.packages = packages
    self.enabledByRoot = enabledByRoot
  }

  /// Returns the enabled traits for a module, sorted by package.
  func enabled(for module: ModuleIndex) -> [(package: PackageIndex, traits: [String])] {
    let enabled = enabledByRoot[graph.modules[module].package] ?? [:]
    return (packages[module] ?? []).sorted().map { ($0, enabled[$0] ?? []) }
  }
}
