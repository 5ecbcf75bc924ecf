/// The traits that decide how the packages behind a module are built, with its own package as the root.
struct ClosureTraits {
  /// The declaring packages that a module's closure touches, by module.
  private let packages: [ModuleIndex: Set<PackageIndex>]
  /// By root package, then by package.
  private let enabledByRoot: [PackageIndex: [PackageIndex: [String]]]
  private let graph: WorkspaceGraph

  /// `requested` is what every build asks of its root.
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

  /// Sorted by package.
  func enabled(for module: ModuleIndex) -> [(package: PackageIndex, traits: [String])] {
    let enabled = enabledByRoot[graph.modules[module].package] ?? [:]
    return (packages[module] ?? []).sorted().map { ($0, enabled[$0] ?? []) }
  }
}
