import SwiftSources

/// What SwiftPM has before it when one package is the sole root: the packages that it needs, and the traits that are
/// on in each.
///
/// `TraitResolution` takes the union over all roots, so that no edge is missed. A verdict is that of one root: the same
/// sources under other traits are another build.
package struct RootClosure: Sendable {
  /// The packages of the workspace that can be looked into, by index, the root first.
  package private(set) var packages: [PackageIndex]
  /// The traits that are on, by package.
  package private(set) var traits: [PackageIndex: Set<String>] = [:]
  /// The traits that are asked for of packages from elsewhere, by identity.
  package private(set) var remotes: [String: Set<String>] = [:]
  /// Whether nothing else takes part: no package that nobody can look into, and none that SwiftPM sees in another place
  /// than that in which it lies.
  package private(set) var isKnown = true

  /// `requested` is what every build asks of its root.
  package init(of root: PackageIndex, in graph: WorkspaceGraph, requested: RequestedTraits) {
    packages = [root]
    enable(requested.enabled(in: graph.packages[root].traits), of: root, graph)
    // A trait may switch on others further down, so until nothing changes any more.
    var pending = [root]
    while let package = pending.popLast() {
      for edge in graph.packages[package].dependencies {
        let on = traits[package] ?? []
        let asked = edge.traits.filter { $0.condition.isEmpty || !on.isDisjoint(with: $0.condition) }
        if follow(edge, Set(asked.map(\.name)), graph), let target = edge.package { pending.append(target) }
      }
    }
  }

  /// Returns whether that changes what the package at the end asks for in turn.
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

  /// Returns whether any is new.
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
  /// The traits that are on, sorted, in every package that declares any: in others there is nothing to tell.
  package func declaredTraits(in graph: WorkspaceGraph) -> [PackageIndex: [String]] {
    traits.filter { !graph.packages[$0.key].traits.isEmpty }.mapValues { $0.sorted() }
  }
}

extension WorkspaceGraph {
  /// Whether any package declares a trait.
  package var hasTraits: Bool { packages.contains { !$0.traits.isEmpty } }
}
