package import AffectedGraph
import ModuleGraph

/// What one commit would have cost, and what running everything does.
package struct CommitForecast: Sendable, Hashable {
  package struct Share: Sendable, Hashable {
    package var modules = 0
    package var tests = 0
    package var cost = Cost()

    mutating func add(_ kind: ModuleKind, _ cost: Cost) {
      modules += 1
      if kind == .test { tests += 1 }
      self.cost += cost
    }

    package static func += (left: inout Share, right: Share) {
      left.modules += right.modules
      left.tests += right.tests
      left.cost += right.cost
    }
  }

  package var selected = Share()
  package var everything = Share()

  package init() {}
}

extension CommitForecast {
  package init(_ graph: ReachGraph, seeds: [Int], _ costs: [Cost]) {
    let isReached = graph.reach(from: seeds)
    for (node, known) in graph.nodes.enumerated() {
      guard let kind = known.kind else { continue }
      everything.add(kind, costs[node])
      if isReached[node] { selected.add(kind, costs[node]) }
    }
  }

  /// Of a commit that nobody can judge: all of it.
  package init(everythingOf graph: ReachGraph, _ costs: [Cost]) {
    self.init(graph, seeds: Array(graph.nodes.indices), costs)
  }
}
