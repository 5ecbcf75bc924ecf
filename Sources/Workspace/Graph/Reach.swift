/// All that can be reached in a graph whose nodes are counted from zero, the nearest first.
package struct Reach: Sendable {
  /// The roots first.
  package private(set) var nodes: [Int]
  /// By node.
  package private(set) var isInside: [Bool]

  /// `count` is the number of nodes in the graph; `follow` hands on each node that one leads to.
  package init(
    from roots: some Sequence<Int>, among count: Int, follow: (_ node: Int, _ visit: (Int) -> Void) -> Void
  ) {
    var nodes: [Int] = []
    var isInside = [Bool](repeating: false, count: count)
    func visit(_ node: Int) {
      guard !isInside[node] else { return }
      isInside[node] = true
      nodes.append(node)
    }
    for root in roots { visit(root) }
    var next = 0
    while next < nodes.count {
      follow(nodes[next], visit)
      next += 1
    }
    self.nodes = nodes
    self.isInside = isInside
  }

  package func contains(_ node: Int) -> Bool { isInside[node] }
}

extension WorkspaceGraph {
  /// The modules `roots`, and all that they need by edges that count.
  package func modules(
    neededBy roots: some Sequence<Int>, by counts: (ModuleEdge) -> Bool = { _ in true }
  ) -> Reach {
    Reach(from: roots, among: modules.count) { module, visit in
      for edge in modules[module].edges where counts(edge) { visit(edge.target) }
    }
  }

  /// The packages `roots`, and all that a build of them has to do with: by edges of modules, and by manifests, as
  /// SwiftPM reads those of dependencies that no target uses, too.
  package func packages(neededBy roots: some Sequence<Int>) -> Reach {
    Reach(from: roots, among: packages.count) { package, visit in
      for edge in modules[packages[package].modules].lazy.flatMap(\.edges) {
        visit(modules[edge.target].package)
      }
      for edge in packages[package].dependencies { if let target = edge.package { visit(target) } }
    }
  }
}

/// The edges of a graph turned round: from a module to those that need it.
package struct Dependents: Sendable, Hashable {
  private var modules: [[Int]]

  package init(_ graph: WorkspaceGraph, by counts: (ModuleEdge) -> Bool = { _ in true }) {
    modules = Array(repeating: [], count: graph.modules.count)
    for (index, module) in graph.modules.enumerated() {
      for edge in module.edges where counts(edge) { modules[edge.target].append(index) }
    }
  }

  /// The modules `roots`, and all that need one of them.
  package func reach(from roots: some Sequence<Int>) -> Reach {
    Reach(from: roots, among: modules.count) { module, visit in modules[module].forEach(visit) }
  }
}
