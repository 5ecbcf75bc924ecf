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
  /// - `reached`: places in `modules`.
  package init(_ modules: [Replay.Module], reached: [Int], _ costs: ModuleCosts) {
    for module in modules { everything.add(module.kind, costs.cost(of: module.id, module.kind)) }
    for module in reached.map({ modules[$0] }) {
      selected.add(module.kind, costs.cost(of: module.id, module.kind))
    }
  }
}
