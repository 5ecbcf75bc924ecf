package import AffectedGraph
import ModuleGraph
import Names

/// Finds the dependencies without which the walked commits would have cost less, and what contracts would save.
///
/// What a change affects by itself stays what it was; only what it reaches from there is looked at again. An edge is
/// one that is there today: others cannot be removed. Those of tests and programs to their own package are left out:
/// tests without what they test are none.
package struct SavingSearch {
  /// One commit's walk.
  private struct Walk {
    let graph: Int
    let tree: DominatorTree
  }

  private let graphs: [ReachGraph]
  /// By graph and node.
  private let costs: [[Cost]]
  private let walks: [Walk]
  private let edges: Set<Saving.Subject>

  package init(_ replay: Replay, costs: ModuleCosts) {
    graphs = replay.graphs
    self.costs = graphs.map { $0.costs(costs) }
    walks = replay.commits.compactMap { commit in
      guard case .seeds(let seeds, let graph) = commit.finding, !seeds.isEmpty,
        seeds.count < replay.graphs[graph].nodes.count
      else { return nil }
      return Walk(graph: graph, tree: DominatorTree(replay.graphs[graph], seeds: seeds))
    }
    edges = replay.newestGraph.map(Self.removable) ?? []
  }

  /// The edges whose removal saves most, one at a time.
  package func edges(_ count: Int) -> [Saving] {
    var savings: [Saving.Subject: Saving] = [:]
    for walk in walks {
      let (graph, tree) = (graphs[walk.graph], walk.tree)
      let sums = tree.sums { cost(of: $0, in: walk.graph) }
      for place in tree.order.indices where sums[place].all > 0 {
        guard let way = tree.onlyWay(to: place) else { continue }
        let edge = Saving.Subject.edge(
          graph.nodes[tree.order[place]].id, on: graph.nodes[tree.order[way]].id)
        guard edges.contains(edge) else { continue }
        savings[edge, default: Saving(edge)].add(sums[place])
      }
    }
    return savings.values.largest(count)
  }

  private static func removable(_ graph: ReachGraph) -> Set<Saving.Subject> {
    var edges: Set<Saving.Subject> = []
    for (node, dependents) in graph.dependents.enumerated() where graph.nodes[node].kind != nil {
      for dependent in dependents.map({ graph.nodes[$0] }) {
        guard let kind = dependent.kind else { continue }
        let isOwn = dependent.id.package == graph.nodes[node].id.package
        if isOwn, kind == .test || kind == .executable { continue }
        edges.insert(.edge(dependent.id, on: graph.nodes[node].id))
      }
    }
    return edges
  }

  private func cost(of node: Int, in graph: Int) -> Cost { costs[graph][node] }
}

// MARK: Contracts

extension SavingSearch {
  /// The libraries that would save most, at best, if others depended on their contract alone.
  ///
  /// At best: the changes are taken to leave the contract as it is. What makes programs of modules goes on needing the
  /// module itself, as do its own package's tests; all that came between is no longer reached over it.
  package func contracts(_ count: Int) -> [Saving] {
    // More than all that lies behind it a contract never saves: who cannot be among the first is not walked.
    var bounds: [Saving.Subject: (most: Double, at: [(walk: Int, place: Int)])] = [:]
    for (index, walk) in walks.enumerated() {
      let sums = walk.tree.sums { cost(of: $0, in: walk.graph) }
      for place in walk.tree.order.indices where walk.tree.subtreeSize(place) > 1 {
        let node = walk.tree.order[place]
        let module = graphs[walk.graph].nodes[node]
        guard module.kind == .library else { continue }
        let behind = sums[place].all - cost(of: node, in: walk.graph).all
        guard behind > 0 else { continue }
        bounds[.contract(module.id), default: (0, [])].most += behind
        bounds[.contract(module.id), default: (0, [])].at.append((index, place))
      }
    }
    var found: [Saving] = []
    for (subject, bound) in bounds.sorted(by: { ($1.value.most, $0.key) < ($0.value.most, $1.key) }) {
      if found.count == count, let last = found.last, last.cost.all >= bound.most { break }
      var saving = Saving(subject)
      for (walk, place) in bound.at { saving.add(behindContract(walks[walk], place)) }
      found = (found + [saving]).largest(count)
    }
    return found
  }

  /// What lies behind a module and would no longer be reached. Whatever is dominated by it is reached over it alone.
  private func behindContract(_ walk: Walk, _ place: Int) -> Cost {
    let (graph, tree) = (graphs[walk.graph], walk.tree)
    let module = graph.nodes[tree.order[place]].id
    let behind = tree.order.indices.filter { $0 != place && tree.dominates(place, $0) }
    let isInside = Dictionary(uniqueKeysWithValues: behind.map { (tree.order[$0], ()) })
    let own = graph.dependents[tree.order[place]].filter { graph.nodes[$0].id.package == module.package }
    let programs = isInside.keys.filter { graph.nodes[$0].kind == .executable }
    var kept = Set((own + programs).filter { isInside[$0] != nil })
    var open = Array(kept)
    while let node = open.popLast() {
      for next in graph.dependents[node] where isInside[next] != nil && kept.insert(next).inserted {
        open.append(next)
      }
    }
    return behind.reduce(into: Cost()) { sum, place in
      let node = tree.order[place]
      if !kept.contains(node) { sum += cost(of: node, in: walk.graph) }
    }
  }
}

extension Saving {
  fileprivate mutating func add(_ more: Cost) {
    guard more.all > 0 else { return }
    cost += more
    commits += 1
  }
}

extension ReachGraph {
  /// By node; nothing for what is never built.
  package func costs(_ costs: ModuleCosts) -> [Cost] {
    nodes.map { node in node.kind.map { costs.cost(of: node.id, $0) } ?? Cost() }
  }
}
