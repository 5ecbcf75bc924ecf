import SwiftSources

/// The packages that SwiftPM loads when one package is the sole root, and the traits that are on in each.
///
/// `TraitResolution` takes the union over all roots, so that no edge is missed. A verdict belongs to one root: the same
/// sources under other traits are another build.
package struct RootClosure: Sendable {
  /// The packages of the workspace with a known manifest, by index, the root first.
  package private(set) var packages: [PackageIndex]
  /// The enabled traits by package.
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
