import AffectedGraph

/// Of the nodes that a change reaches: which lie behind which, whatever way is taken from the seeds.
///
/// A node's immediate dominator is the last one that all ways to it have in common. What an edge alone keeps reachable is
/// then a subtree, so that one walk tells what the removal of each single edge would save. The algorithm is that of
/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"; cycles are no trouble to it.
struct DominatorTree {
  /// Reached nodes, each behind one of those that lead to it.
  let order: [Int]
  /// By place in the order: the place of the immediate dominator; nil for what only the change itself dominates.
  private(set) var dominator: [Int?]
  /// By place: reached ones that lead there, each once.
  private(set) var predecessors: [[Int]]
  private let isSeed: [Bool]
  /// By place: where its subtree begins and how large it is, in an order in which each subtree is a range.
  private var start: [Int] = []
  private var size: [Int] = []

  init(_ graph: ReachGraph, seeds: [Int]) {
    order = Self.order(graph, seeds)
    var place = Array(repeating: -1, count: graph.nodes.count)
    for (index, node) in order.enumerated() { place[node] = index }
    var isSeed = Array(repeating: false, count: order.count)
    for seed in seeds { isSeed[place[seed]] = true }
    self.isSeed = isSeed
    predecessors = Array(repeating: [], count: order.count)
    for (index, node) in order.enumerated() {
      for next in graph.dependents[node] where next != node { predecessors[place[next]].append(index) }
    }
    dominator = Array(repeating: nil, count: order.count)
    findDominators()
    measure()
  }

  /// Whether all ways to `other` lead over `place`, or the two are one.
  func dominates(_ place: Int, _ other: Int) -> Bool {
    start[other] >= start[place] && start[other] < start[place] + size[place]
  }

  /// The one node that alone lets a change into this one; nil where there are several or the change begins there.
  func onlyWay(to place: Int) -> Int? {
    guard !isSeed[place] else { return nil }
    let ways = predecessors[place].filter { !dominates(place, $0) }
    return ways.count == 1 ? ways[0] : nil
  }

  /// By place: what is summed up over its subtree, itself included.
  func sums(of cost: (_ node: Int) -> Cost) -> [Cost] {
    var sums = order.map(cost)
    for place in order.indices.reversed() {
      if let dominator = dominator[place] { sums[dominator] += sums[place] }
    }
    return sums
  }

  /// By place: the size of its subtree, itself included.
  func subtreeSize(_ place: Int) -> Int { size[place] }
}

extension DominatorTree {
  /// Reverse postorder: but for cycles, what leads to a node stands before it.
  private static func order(_ graph: ReachGraph, _ seeds: [Int]) -> [Int] {
    var isSeen = Array(repeating: false, count: graph.nodes.count)
    var finished: [Int] = []
    for seed in seeds where !isSeen[seed] {
      isSeen[seed] = true
      var stack = [(node: seed, next: 0)]
      while let (node, next) = stack.last {
        guard next < graph.dependents[node].count else {
          finished.append(node)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let dependent = graph.dependents[node][next]
        if !isSeen[dependent] {
          isSeen[dependent] = true
          stack.append((dependent, 0))
        }
      }
    }
    return finished.reversed()
  }

  /// Place -1 is the change, which leads to all seeds.
  private mutating func findDominators() {
    let change = -1
    let undecided = -2
    var found = Array(repeating: undecided, count: order.count)
    func common(_ left: Int, _ right: Int) -> Int {
      var (left, right) = (left, right)
      while left != right {
        if left > right { left = found[left] } else { right = found[right] }
      }
      return left
    }
    var changed = true
    while changed {
      changed = false
      for place in order.indices {
        var best = isSeed[place] ? change : undecided
        for way in predecessors[place] where found[way] != undecided {
          best = best == undecided ? way : common(best, way)
        }
        if found[place] != best {
          found[place] = best
          changed = true
        }
      }
    }
    dominator = found.map { $0 < 0 ? nil : $0 }
  }

  private mutating func measure() {
    size = Array(repeating: 1, count: order.count)
    for place in order.indices.reversed() {
      if let dominator = dominator[place] { size[dominator] += size[place] }
    }
    start = Array(repeating: 0, count: order.count)
    var next = start
    var free = 0
    for place in order.indices {
      if let dominator = dominator[place] {
        start[place] = next[dominator]
        next[dominator] += size[place]
      } else {
        start[place] = free
        free += size[place]
      }
      next[place] = start[place] + 1
    }
  }
}
