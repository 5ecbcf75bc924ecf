package import ModuleGraph
package import Names
package import Support

/// Who needs whom in both revisions of a change together, as plain numbers: what a selection follows from, for those who
/// ask what it would be if something were different. Small enough to be kept for hundreds of commits.
package struct ReachGraph: Sendable, Hashable {
  package struct Node: Sendable, Hashable {
    package var id: ModuleID
    /// nil for what is never listed: what the change deleted, and stand-ins of packages that nobody can read.
    package var kind: ModuleKind?

    package init(_ id: ModuleID, _ kind: ModuleKind?) {
      self.id = id
      self.kind = kind
    }
  }

  package let nodes: [Node]
  /// By node: those that need it, each once, in order.
  package let dependents: [[Int]]

  package init(nodes: [Node], dependents: [[Int]]) {
    self.nodes = nodes
    self.dependents = dependents
  }

  /// By node: whether a change of the seeds reaches it.
  package func reach(from seeds: [Int]) -> [Bool] {
    var isReached = Array(repeating: false, count: nodes.count)
    var open = seeds
    for seed in seeds { isReached[seed] = true }
    while let node = open.popLast() {
      for next in dependents[node] where !isReached[next] {
        isReached[next] = true
        open.append(next)
      }
    }
    return isReached
  }
}

/// A change as a selection begins with it.
package struct ReachStart: Sendable, Hashable {
  package let graph: ReachGraph
  /// What the change affects by itself, in order.
  package let seeds: [Int]

  /// The modules that `Selection` finds for the same request are those that the seeds reach.
  package init(_ request: SelectionRequest) {
    let union = UnionGraph(of: request)
    let head = request.head.graph
    graph = ReachGraph(
      nodes: union.ids.indices.map { node in
        let kind = union.headModule[node].map { head.modules[$0].kind }
        return .init(union.ids[node], kind == .unknown ? nil : kind)
      },
      dependents: union.ids.indices.map { node in
        union.dependents(of: node).reduce(into: []) { found, link in
          // Links are sorted, and there is one for each kind.
          if found.last != link.dependent.rawValue { found.append(link.dependent.rawValue) }
        }
      })
    seeds = SeedCollector(request, union).causes.keys.map(\.rawValue).sorted()
  }
}

extension ReachGraph: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.count(nodes.count)
    for node in nodes { writer.values(node.id, node.kind) }
    for row in dependents {
      writer.count(row.count)
      for node in row { writer.count(node) }
    }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    var nodes: [Node] = []
    for _ in 0..<(try reader.count(least: 3)) {
      nodes.append(Node(try reader.value(), try reader.value()))
    }
    var dependents: [[Int]] = []
    for _ in nodes {
      var row: [Int] = []
      for _ in 0..<(try reader.count(least: 1)) {
        let node = try reader.count()
        guard nodes.indices.contains(node) else { throw .invalid }
        row.append(node)
      }
      dependents.append(row)
    }
    self.init(nodes: nodes, dependents: dependents)
  }
}
