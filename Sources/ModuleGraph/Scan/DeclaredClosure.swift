/// Which modules a module reaches by declared edges, asked for one module after another.
package struct DeclaredClosure {
  private let graph: WorkspaceGraph
  private var last: (module: ModuleIndex, reach: Reach<ModuleIndex>)?

  package init(_ graph: WorkspaceGraph) {
    self.graph = graph
  }

  package mutating func reaches(_ target: ModuleIndex, from start: ModuleIndex) -> Bool {
    if let last, last.module == start { return last.reach.contains(target) }
    let reach = walk(from: start)
    last = (start, reach)
    return reach.contains(target)
  }

  /// A condition on a direct edge is the author's own; one further away may leave the import uncovered.
  private func walk(from start: ModuleIndex) -> Reach<ModuleIndex> {
    let direct = graph.modules[start].edges.filter(\.kind.isDeclared).map(\.target)
    return graph.modules(neededBy: direct) { $0.platforms.isEmpty && $0.kind.isDeclared }
  }
}
