extension Array {
  /// The index of the element whose key is `key`, in an array sorted by that key without repeats.
  @inlinable package func binarySearch<Key: Comparable>(_ key: Key, by keyOf: (Element) -> Key) -> Int? {
    // A large element is not copied out of the buffer.
    withUnsafeBufferPointer { elements in
      var low = 0
      var high = elements.count
      while low < high {
        let middle = (low + high) / 2
        if keyOf(elements[middle]) < key { low = middle + 1 } else { high = middle }
      }
      return low < elements.count && keyOf(elements[low]) == key ? low : nil
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Cuts the elements into pieces of `size`, of which the last may be shorter.
  package func pieces(of size: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: size).map { self[$0..<Swift.min($0 + size, endIndex)] }
  }
}

extension Sequence where Element: Hashable {
  /// Returns each element once, where it occurs first.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Set {
  /// Returns `start` and all that `step` leads to from there, directly or not.
  package static func reached<Next: Sequence<Element>>(
    from start: some Sequence<Element>, by step: (Element) -> Next
  ) -> Set {
    var found = Set(start)
    var pending = Array(found)
    while let next = pending.popLast() { pending += step(next).filter { found.insert($0).inserted } }
    return found
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element satisfies `isSecond`. All elements that satisfy it must stand behind the
  /// others.
  package func partitionPoint(where isSecond: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isSecond(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}

extension [String: String] {
  /// Returns the value of the first of these variables that is set and not empty.
  package func variable(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0] }.first { !$0.isEmpty }
  }
}

/// A set of small numbers, a bit for each.
package struct BitSet: Sendable {
  private var words: [UInt64]

  /// Makes an empty set for numbers below `count`.
  package init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  package func contains(_ number: Int) -> Bool { words[number >> 6] & (1 << UInt64(number & 63)) != 0 }

  package mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  /// `other` is a set for as many numbers, or for fewer.
  package mutating func formUnion(_ other: BitSet) {
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// The numbers, sorted.
  package var numbers: [Int] {
    words.enumerated().flatMap { place, word in
      var found: [Int] = []
      var rest = word
      while rest != 0 {
        found.append(place * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
      return found
    }
  }
}

/// The strongly connected components of a directed graph: sets of nodes that reach one another.
package enum StrongComponents {
  /// Returns all components. Each node is in exactly one, and a component comes after every component that it reaches.
  ///
  /// This is Tarjan's algorithm with a stack of its own, since a chain may be as long as the graph is large.
  package static func find(_ successors: [[Int]]) -> [[Int]] {
    var search = Search(count: successors.count)
    for root in successors.indices where search.order[root] == nil {
      search.visit(root)
      while let (node, next) = search.path.last {
        if next < successors[node].count {
          search.path[search.path.count - 1].next += 1
          search.follow(from: node, to: successors[node][next])
        } else {
          search.leave(node)
        }
      }
    }
    return search.components
  }

  private struct Search {
    var order: [Int?]
    var low: [Int]
    var isOpen: [Bool]
    var open: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var clock = 0
    var components: [[Int]] = []

    init(count: Int) {
      order = Array(repeating: nil, count: count)
      low = Array(repeating: 0, count: count)
      isOpen = Array(repeating: false, count: count)
    }

    mutating func visit(_ node: Int) {
      order[node] = clock
      low[node] = clock
      clock += 1
      open.append(node)
      isOpen[node] = true
      path.append((node, 0))
    }

    mutating func follow(from node: Int, to target: Int) {
      guard let seen = order[target] else { return visit(target) }
      if isOpen[target] { low[node] = min(low[node], seen) }
    }

    mutating func leave(_ node: Int) {
      path.removeLast()
      if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
      guard low[node] == order[node] else { return }
      let start = open.lastIndex(of: node) ?? 0
      let component = Array(open[start...])
      open.removeSubrange(start...)
      for member in component { isOpen[member] = false }
      components.append(component)
    }
  }
}
