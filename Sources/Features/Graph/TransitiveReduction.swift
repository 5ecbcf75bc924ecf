import Base

/// Removes the edges that longer paths imply.
///
/// Without cycles the result is the one smallest graph with the same reachability. A cycle counts as one node. Edges
/// inside a cycle all stay. At most one edge stays between two cycles, or between a cycle and a node.
enum TransitiveReduction {
  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  /// The edges that stay, as indices into `edges` in their order. Among parallel edges the first stays.
  static func kept(_ edges: [Edge], nodes: Int) -> [Int] {
    let condensed = Condensation(edges, nodes: nodes)
    var isTaken: Set<Edge> = []
    return edges.indices.filter { index in
      let edge = condensed.edge(edges[index])
      if edge.from == edge.to { return true }
      return condensed.isNeeded(edge) && isTaken.insert(edge).inserted
    }
  }
}

/// The graph of components, which has no cycles.
private struct Condensation {
  private let component: [Int]
  private var needed: Set<TransitiveReduction.Edge> = []

  init(_ edges: [TransitiveReduction.Edge], nodes: Int) {
    var successors = [[Int]](repeating: [], count: nodes)
    for edge in edges { successors[edge.from].append(edge.to) }
    let components = StrongComponents.find(successors)
    var component = [Int](repeating: 0, count: nodes)
    for (index, members) in components.enumerated() {
      for member in members { component[member] = index }
    }
    self.component = component
    findNeeded(
      components.map { members in
        Set(members.flatMap { successors[$0] }.map { component[$0] })
      })
  }

  func edge(_ edge: TransitiveReduction.Edge) -> TransitiveReduction.Edge {
    TransitiveReduction.Edge(from: component[edge.from], to: component[edge.to])
  }

  func isNeeded(_ edge: TransitiveReduction.Edge) -> Bool { needed.contains(edge) }

  /// A component comes after everything that it reaches. So successors with higher numbers come first on any path. A
  /// successor is implied exactly when an earlier successor reaches it.
  private mutating func findNeeded(_ successors: [Set<Int>]) {
    var reach: [NodeSet] = []
    reach.reserveCapacity(successors.count)
    for (from, targets) in successors.enumerated() {
      var reached = NodeSet(count: from + 1)
      for to in targets.sorted(by: >) where to != from {
        if reached.contains(to) { continue }
        needed.insert(TransitiveReduction.Edge(from: from, to: to))
        reached.formUnion(reach[to])
      }
      reached.insert(from)
      reach.append(reached)
    }
  }
}

/// A set of small numbers, a bit for each.
private struct NodeSet {
  private var words: [UInt64]

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  func contains(_ node: Int) -> Bool { words[node >> 6] & (1 << UInt64(node & 63)) != 0 }

  mutating func insert(_ node: Int) { words[node >> 6] |= 1 << UInt64(node & 63) }

  mutating func formUnion(_ smaller: NodeSet) {
    for index in smaller.words.indices { words[index] |= smaller.words[index] }
  }
}
