import Base

/// Walks breadth-first from all seeds at once to all their dependents.
///
/// Each node keeps its distance and the step towards the nearest seed. Nodes are visited by distance and then by id. So
/// among equally short chains the same one is always chosen.
struct ReverseWalk {
  enum Step {
    case seed(Cause)
    case link(kind: Reason.Kind, to: UnionNode)
  }

  private(set) var distance: Indexed<UnionNode, Int?>
  private(set) var step: Indexed<UnionNode, Step?>

  init(_ graph: UnionGraph, from seeds: [UnionNode: Cause]) {
    distance = Indexed(repeating: nil, count: graph.ids.count)
    step = Indexed(repeating: nil, count: graph.ids.count)
    for (node, cause) in seeds {
      distance[node] = 0
      step[node] = .seed(cause)
    }
    var frontier = seeds.keys.sorted()
    var depth = 0
    while !frontier.isEmpty {
      depth += 1
      var next: [UnionNode] = []
      for node in frontier {
        for link in graph.dependents(of: node) where distance[link.dependent] == nil {
          distance[link.dependent] = depth
          step[link.dependent] = .link(kind: link.kind, to: node)
          next.append(link.dependent)
        }
      }
      frontier = next.sorted()
    }
  }

  /// The chain from a reached node down to its cause.
  func chain(from node: UnionNode, in graph: UnionGraph) -> [Reason] {
    var chain: [Reason] = []
    var current = node
    while let step = step[current] {
      switch step {
      case .seed(let cause):
        chain.append(cause.reason)
        return chain
      case .link(let kind, let next):
        chain.append(Reason(kind, .module(graph.ids[next])))
        current = next
      }
    }
    return chain
  }
}
