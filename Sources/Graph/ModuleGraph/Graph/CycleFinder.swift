package import Base

/// Finds modules that depend on themselves through others.
package enum CycleFinder {
  /// Returns one shortest cycle for each group of modules that reach one another, from its first module by id back to
  /// it. SwiftPM builds none of these modules.
  package static func cycles(in graph: WorkspaceGraph) -> [[ModuleID]] {
    knots(in: graph).map { knot in
      let members = Set(knot)
      let start = knot.min() ?? knot[0]
      return shortestCycle(from: start, within: members, in: graph).map { graph.modules[$0].id }
    }.sorted { $0[0] < $1[0] }
  }

  /// Returns shortest cycles that together contain every edge on a cycle, each from its first module by id back to it.
  /// So one more edge gives one more cycle, even in a known group.
  package static func coveringCycles(in graph: WorkspaceGraph) -> [[ModuleID]] {
    knots(in: graph).flatMap { knot in
      let members = Set(knot)
      var covered: Set<[ModuleIndex]> = []
      var cycles: [[ModuleIndex]] = []
      for from in knot.sorted() {
        for edge in edges(of: graph.modules[from])
        where members.contains(edge.target) && !covered.contains([from, edge.target]) {
          let back = shortestPath(from: edge.target, to: from, within: members, in: graph)
          let cycle = [from] + back
          for (start, end) in zip(cycle, cycle.dropFirst()) { covered.insert([start, end]) }
          cycles.append(fromItsFirst(cycle))
        }
      }
      return cycles
    }.map { $0.map { graph.modules[$0].id } }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the cycle rotated, so that it begins and ends with its first module.
  private static func fromItsFirst(_ cycle: [ModuleIndex]) -> [ModuleIndex] {
    let ring = cycle.dropLast()
    guard let first = ring.min(), let place = ring.firstIndex(of: first) else { return cycle }
    return Array(ring[place...] + ring[..<place]) + [first]
  }

  private static func shortestPath(
    from start: ModuleIndex, to end: ModuleIndex, within members: Set<ModuleIndex>, in graph: WorkspaceGraph
  ) -> [ModuleIndex] {
    start == end
      ? [start]
      : path(
        to: end, from: start, search(from: start, within: members, in: graph) { $0 == end }?.cameFrom ?? [:])
  }

  /// Returns the components with several modules, and modules that depend on themselves.
  private static func knots(in graph: WorkspaceGraph) -> [[ModuleIndex]] {
    let edges = graph.modules.mapped { Self.edges(of: $0).map(\.target) }
    return StrongComponents.find(edges).filter { component in
      component.count > 1 || component.contains { edges[$0].contains($0) }
    }
  }

  /// Returns the edges that SwiftPM sees.
  private static func edges(of module: ModuleNode) -> [ModuleEdge] {
    module.edges.allSatisfy(\.kind.isSeenBySwiftPM)
      ? module.edges : module.edges.filter(\.kind.isSeenBySwiftPM)
  }

  private static func shortestCycle(
    from start: ModuleIndex, within members: Set<ModuleIndex>, in graph: WorkspaceGraph
  )
    -> [ModuleIndex]
  {
    guard let found = search(from: start, within: members, in: graph, until: { $0 == start }) else {
      return [start]
    }
    return path(to: found.last, from: start, found.cameFrom) + [start]
  }

  /// Searches breadth-first until an edge leads to a wanted module. `last` is the start of that edge.
  private static func search(
    from start: ModuleIndex, within members: Set<ModuleIndex>, in graph: WorkspaceGraph,
    until isFound: (ModuleIndex) -> Bool
  ) -> (last: ModuleIndex, cameFrom: [ModuleIndex: ModuleIndex])? {
    var cameFrom: [ModuleIndex: ModuleIndex] = [:]
    var frontier = [start]
    while !frontier.isEmpty {
      var next: [ModuleIndex] = []
      for module in frontier {
        for edge in edges(of: graph.modules[module]) where members.contains(edge.target) {
          if cameFrom[edge.target] == nil { cameFrom[edge.target] = module }
          if isFound(edge.target) { return (module, cameFrom) }
          if cameFrom[edge.target] == module { next.append(edge.target) }
        }
      }
      frontier = next
    }
    return nil
  }

  private static func path(
    to end: ModuleIndex, from start: ModuleIndex, _ cameFrom: [ModuleIndex: ModuleIndex]
  ) -> [ModuleIndex] {
    var path = [end]
    while let last = path.last, last != start, let previous = cameFrom[last] { path.append(previous) }
    return path.reversed()
  }
}
