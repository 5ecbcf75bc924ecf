import Support
package import Workspace

/// Finds modules that depend on themselves through others.
package enum CycleFinder {
  /// One shortest cycle for each knot of modules that reach one another, from its first module by id
  /// back to it. SwiftPM builds none of them.
  package static func cycles(in graph: WorkspaceGraph) -> [[ModuleID]] {
    knots(in: graph).map { knot in
      let members = Set(knot)
      let start = knot.min() ?? knot[0]
      return shortestCycle(from: start, within: members, in: graph).map { graph.modules[$0].id }
    }.sorted { $0[0] < $1[0] }
  }

  /// The components with more than one module, or one that depends on itself.
  private static func knots(in graph: WorkspaceGraph) -> [[Int]] {
    let edges = graph.modules.map { Self.edges(of: $0).map(\.target) }
    return StrongComponents.find(edges).filter { component in
      component.count > 1 || component.contains { edges[$0].contains($0) }
    }
  }

  /// Without those that SwiftPM does not see.
  private static func edges(of module: ModuleNode) -> [ModuleEdge] {
    module.edges.contains { $0.kind == .configured }
      ? module.edges.filter { $0.kind != .configured } : module.edges
  }

  private static func shortestCycle(from start: Int, within members: Set<Int>, in graph: WorkspaceGraph)
    -> [Int]
  {
    var cameFrom: [Int: Int] = [:]
    var frontier = [start]
    while !frontier.isEmpty {
      var next: [Int] = []
      for module in frontier {
        for edge in edges(of: graph.modules[module]) where members.contains(edge.target) {
          if edge.target == start { return path(to: module, from: start, cameFrom) + [start] }
          guard cameFrom[edge.target] == nil else { continue }
          cameFrom[edge.target] = module
          next.append(edge.target)
        }
      }
      frontier = next
    }
    return [start]
  }

  private static func path(to end: Int, from start: Int, _ cameFrom: [Int: Int]) -> [Int] {
    var path = [end]
    while let last = path.last, last != start, let previous = cameFrom[last] { path.append(previous) }
    return path.reversed()
  }
}
