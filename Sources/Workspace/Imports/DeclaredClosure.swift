/// Which modules a module reaches by declared edges, asked for one module after another.
package struct DeclaredClosure {
  private let graph: WorkspaceGraph
  private var module: Int?
  /// Where `seen` equals `round`, the module is reached.
  private var seen: [Int]
  private var round = 0

  package init(_ graph: WorkspaceGraph) {
    self.graph = graph
    seen = Array(repeating: 0, count: graph.modules.count)
  }

  package mutating func reaches(_ target: Int, from start: Int) -> Bool {
    if module != start { walk(from: start) }
    return seen[target] == round
  }

  /// A condition on a direct edge is the author's own; one further away may leave the import uncovered.
  private mutating func walk(from start: Int) {
    module = start
    round += 1
    var pending = graph.modules[start].edges.filter(\.kind.isDeclared).map(\.target)
    for target in pending { seen[target] = round }
    while let next = pending.popLast() {
      for edge in graph.modules[next].edges
      where edge.platforms.isEmpty && edge.kind.isDeclared && seen[edge.target] != round {
        seen[edge.target] = round
        pending.append(edge.target)
      }
    }
  }
}
