/// Walks a graph in both directions.
struct QueryWalk {
  private let needed: Indexed<ModuleIndex, [ModuleIndex]>
  private let dependents: Dependents

  init(_ graph: WorkspaceGraph, platforms: Set<String>?) {
    needed = graph.modules.mapped { module in
      module.edges.filter { $0.counts(on: platforms) }.map(\.target)
    }
    dependents = Dependents(graph) { $0.counts(on: platforms) }
  }

  func needs(of modules: ModuleSet, steps: Int?) -> ModuleSet {
    reach(modules, steps) { needed[$0] }
  }

  func dependents(of modules: ModuleSet, steps: Int?) -> ModuleSet {
    reach(modules, steps) { dependents[$0] }
  }

  private func reach(
    _ start: ModuleSet, _ steps: Int?, along edges: (ModuleIndex) -> [ModuleIndex]
  ) -> ModuleSet {
    var reached = start
    var frontier = start.modules
    var left = steps ?? .max
    while !frontier.isEmpty, left > 0 {
      var next: [ModuleIndex] = []
      for module in frontier { for other in edges(module) where reached.insert(other) { next.append(other) } }
      frontier = next
      left -= 1
    }
    return reached
  }

  /// Returns a shortest chain of dependencies from one of the first modules to one of the second; empty when there is
  /// none. Among equally short chains the same one is always chosen.
  func path(from start: ModuleSet, to end: ModuleSet) -> [ModuleIndex] {
    var cameFrom = Indexed<ModuleIndex, ModuleIndex?>(repeating: nil, count: needed.count)
    var reached = start
    var frontier = start.modules
    while !frontier.isEmpty {
      if let last = frontier.first(where: end.contains) { return Self.chain(to: last, cameFrom) }
      var next: [ModuleIndex] = []
      for module in frontier {
        for other in needed[module] where reached.insert(other) {
          cameFrom[other] = module
          next.append(other)
        }
      }
      frontier = next.sorted()
    }
    return []
  }

  private static func chain(
    to last: ModuleIndex, _ cameFrom: Indexed<ModuleIndex, ModuleIndex?>
  ) -> [ModuleIndex] {
    var chain = [last]
    var current = last
    while let before = cameFrom[current] {
      chain.append(before)
      current = before
    }
    return chain.reversed()
  }
}

/// A set of modules of one graph.
package struct ModuleSet: Sendable, Hashable {
  private var isInside: Indexed<ModuleIndex, Bool>

  package init(among count: Int) {
    isInside = Indexed(repeating: false, count: count)
  }

  package init(_ modules: some Sequence<ModuleIndex>, among count: Int) {
    self.init(among: count)
    for module in modules { isInside[module] = true }
  }

  static func all(_ count: Int) -> ModuleSet {
    var all = ModuleSet(among: count)
    all.isInside = Indexed(repeating: true, count: count)
    return all
  }

  package func contains(_ module: ModuleIndex) -> Bool { isInside[module] }

  /// The modules, sorted.
  package var modules: [ModuleIndex] { isInside.indices.filter { isInside[$0] } }

  /// Returns true when the module is new in the set.
  mutating func insert(_ module: ModuleIndex) -> Bool {
    defer { isInside[module] = true }
    return !isInside[module]
  }

  mutating func formUnion(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = true }
  }

  mutating func formIntersection(_ other: ModuleSet) {
    for module in isInside.indices where !other.isInside[module] { isInside[module] = false }
  }

  mutating func subtract(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = false }
  }
}
