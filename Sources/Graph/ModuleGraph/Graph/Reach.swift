package import Base

/// All that can be reached in a graph from some of its nodes, the nearest first.
package struct Reach<Node: DenseIndex>: Sendable {
  /// The roots first.
  package private(set) var nodes: [Node]
  package private(set) var isInside: Indexed<Node, Bool>

  /// `count` is the number of nodes in the graph; `follow` hands on each node that one leads to.
  package init(
    from roots: some Sequence<Node>, among count: Int, follow: (_ node: Node, _ visit: (Node) -> Void) -> Void
  ) {
    var nodes: [Node] = []
    var isInside = Indexed<Node, Bool>(repeating: false, count: count)
    func visit(_ node: Node) {
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

  package func contains(_ node: Node) -> Bool { isInside[node] }
}

extension WorkspaceGraph {
  /// The modules `roots`, and all that they need by edges that count.
  package func modules(
    neededBy roots: some Sequence<ModuleIndex>, by counts: (ModuleEdge) -> Bool = { _ in true }
  ) -> Reach<ModuleIndex> {
    Reach(from: roots, among: modules.count) { module, visit in
      for edge in modules[module].edges where counts(edge) { visit(edge.target) }
    }
  }

  /// The packages `roots`, and all that a build of them has to do with: by edges of modules, and by manifests, as
  /// SwiftPM reads those of dependencies that no target uses, too.
  package func packages(neededBy roots: some Sequence<PackageIndex>) -> Reach<PackageIndex> {
    Reach(from: roots, among: packages.count) { package, visit in
      for module in packages[package].modules {
        for edge in modules[module].edges { visit(modules[edge.target].package) }
      }
      for edge in packages[package].dependencies { if let target = edge.package { visit(target) } }
    }
  }
}

extension StrongComponents {
  /// All components, each node in exactly one; a component comes after every component it reaches.
  package static func find<Node: DenseIndex>(_ successors: Indexed<Node, [Node]>) -> [[Node]] {
    find(successors.map { $0.map(\.rawValue) }).map { $0.map { Node($0) } }
  }
}

/// The edges of a graph turned round: from a module to those that need it.
package struct Dependents: Sendable, Hashable {
  private var modules: Indexed<ModuleIndex, [ModuleIndex]>

  package init(_ graph: WorkspaceGraph, by counts: (ModuleEdge) -> Bool = { _ in true }) {
    modules = Indexed(repeating: [], count: graph.modules.count)
    for (index, module) in graph.modules.numbered {
      for edge in module.edges where counts(edge) { modules[edge.target].append(index) }
    }
  }

  /// The modules that need `module` directly, sorted.
  package subscript(module: ModuleIndex) -> [ModuleIndex] { modules[module] }

  /// The modules `roots`, and all that need one of them.
  package func reach(from roots: some Sequence<ModuleIndex>) -> Reach<ModuleIndex> {
    Reach(from: roots, among: modules.count) { module, visit in modules[module].forEach(visit) }
  }
}

/// Which modules use, directly or through others, a product of a package outside the workspace.
///
/// A moved pin can reach any of them: external packages depend on one another, and their manifests
/// are not at hand to tell which.
package enum ExternalReach {
  package static func modules(in graph: WorkspaceGraph) -> Reach<ModuleIndex> {
    Dependents(graph).reach(
      from: graph.modules.indices.filter { !graph.modules[$0].externalPackages.isEmpty })
  }
}
