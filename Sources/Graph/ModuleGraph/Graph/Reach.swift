package import Base
import SwiftSources

/// All nodes of a graph that can be reached from some of them, the nearest first.
package struct Reach<Node: DenseIndex>: Sendable {
  /// The nodes in the order in which they were reached, the roots first.
  package private(set) var nodes: [Node]
  package private(set) var isInside: Indexed<Node, Bool>

  /// `count` is the number of nodes in the graph. `follow` calls `visit` with each node that `node` leads to.
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
  /// Returns the modules `roots` and all that they need. Only edges for which `counts` is true are followed.
  package func modules(
    neededBy roots: some Sequence<ModuleIndex>, by counts: (ModuleEdge) -> Bool = { _ in true }
  ) -> Reach<ModuleIndex> {
    Reach(from: roots, among: modules.count) { module, visit in
      for edge in modules[module].edges where counts(edge) { visit(edge.target) }
    }
  }

  /// Returns the packages `roots` and all that their builds involve. Edges of modules count, and dependencies in
  /// manifests: SwiftPM reads those even when no target uses them.
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
  /// Returns all components. Each node is in exactly one; a component comes after every component that it reaches.
  package static func find<Node: DenseIndex>(_ successors: Indexed<Node, [Node]>) -> [[Node]] {
    find(successors.map { $0.map(\.rawValue) }).map { $0.map { Node($0) } }
  }
}

/// The edges of a graph reversed: from a module to its dependents.
package struct Dependents: Sendable, Hashable {
  private var modules: Indexed<ModuleIndex, [ModuleIndex]>

  package init(_ graph: WorkspaceGraph, by counts: (ModuleEdge) -> Bool = { _ in true }) {
    modules = Indexed(repeating: [], count: graph.modules.count)
    for (index, module) in graph.modules.numbered {
      for edge in module.edges where counts(edge) { modules[edge.target].append(index) }
    }
  }

  /// The direct dependents of `module`, sorted.
  package subscript(module: ModuleIndex) -> [ModuleIndex] { modules[module] }

  /// Returns the modules `roots` and all their dependents.
  package func reach(from roots: some Sequence<ModuleIndex>) -> Reach<ModuleIndex> {
    Reach(from: roots, among: modules.count) { module, visit in modules[module].forEach(visit) }
  }
}

/// The dependencies of manifests reversed: from a package to those that name it.
package struct PackageDependents: Sendable {
  private var packages: Indexed<PackageIndex, [PackageIndex]>

  package init(_ graph: WorkspaceGraph) {
    packages = Indexed(repeating: [], count: graph.packages.count)
    for (index, package) in graph.packages.numbered {
      for edge in package.dependencies { if let target = edge.package { packages[target].append(index) } }
    }
  }

  /// Returns the packages `roots` and all that depend on one of them.
  package func reach(from roots: some Sequence<PackageIndex>) -> Reach<PackageIndex> {
    Reach(from: roots, among: packages.count) { package, visit in packages[package].forEach(visit) }
  }
}

/// The modules that use a product of a package outside the workspace, directly or through others.
///
/// A moved pin can reach any of them: external packages depend on one another, and their manifests are not available.
package enum ExternalReach {
  package static func modules(in graph: WorkspaceGraph) -> Reach<ModuleIndex> {
    Dependents(graph).reach(
      from: graph.modules.indices.filter { !graph.modules[$0].externalPackages.isEmpty })
  }
}

/// The packages that SwiftPM loads when one package is the sole root, and the traits that are on in each.
///
/// `TraitResolution` takes the union over all roots, so that no edge is missed. A verdict belongs to one root: the same
/// sources under other traits are another build.
package struct RootClosure: Sendable {
  /// The packages of the workspace with a known manifest, by index, the root first.
  package private(set) var packages: [PackageIndex]
  package private(set) var traits: [PackageIndex: Set<String>] = [:]
  /// The traits that packages from elsewhere are built with, by identity.
  package private(set) var remotes: [String: Set<String>] = [:]
  /// True when no other package takes part. Others are packages that cannot be evaluated, and those that SwiftPM sees
  /// at a symbolic link.
  package private(set) var isKnown = true

  /// `requested` has the traits that every build enables in its root.
  package init(of root: PackageIndex, in graph: WorkspaceGraph, requested: RequestedTraits) {
    packages = [root]
    enable(requested.enabled(in: graph.packages[root].traits), of: root, graph)
    // A trait may enable others further down, so the loop runs until nothing changes.
    var pending = [root]
    while let package = pending.popLast() {
      for edge in graph.packages[package].dependencies {
        let on = traits[package] ?? []
        let asked = edge.traits.filter { $0.condition.isEmpty || !on.isDisjoint(with: $0.condition) }
        if follow(edge, Set(asked.map(\.name)), graph), let target = edge.package { pending.append(target) }
      }
    }
  }

  /// Returns true when the package at the end has to be looked at again, since it is new or has new traits.
  private mutating func follow(_ edge: PackageEdge, _ asked: Set<String>, _ graph: WorkspaceGraph) -> Bool {
    if edge.isLinked { isKnown = false }
    switch edge.target {
    case .remote: remotes[edge.identity, default: []].formUnion(asked)
    case .package(let target) where graph.packages[target].problem == nil:
      let isNew = traits[target] == nil
      if isNew { packages.append(target) }
      return enable(asked, of: target, graph) || isNew
    case .package, .missing, .unknown: isKnown = false
    }
    return false
  }

  /// Returns true when one of the traits is new.
  @discardableResult
  private mutating func enable(_ names: Set<String>, of package: PackageIndex, _ graph: WorkspaceGraph)
    -> Bool
  {
    let known = traits[package] ?? []
    let on = graph.packages[package].traits.enabled(by: known.union(names))
    traits[package] = on
    return on.count > known.count
  }
}

extension RootClosure {
  /// Returns the enabled traits, sorted, of every package that declares any.
  package func declaredTraits(in graph: WorkspaceGraph) -> [PackageIndex: [String]] {
    traits.filter { !graph.packages[$0.key].traits.isEmpty }.mapValues { $0.sorted() }
  }
}

extension WorkspaceGraph {
  /// True when any package declares a trait.
  package var hasTraits: Bool { packages.contains { !$0.traits.isEmpty } }
}
