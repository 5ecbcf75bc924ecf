import Support

/// Which traits of each package are on when one package is built as the root.
///
/// `TraitResolution` takes the union over all roots, so that no edge is missed. A verdict is that of one
/// root: the same sources under other traits are another build.
package struct RootTraits: Sendable {
  /// Of the roots and of all packages that they need, by index.
  package private(set) var manifests: [Int: PackageManifest] = [:]
  /// The packages that each package's dependencies lead to; nil: outside.
  private var dependencyTargets: [Int: [Int?]] = [:]
  private let requested: RequestedTraits
  /// The packages that declare any trait: without one there is nothing to tell.
  package let declaring: Set<Int>

  /// `requested` is what every build asks of its root.
  package init(_ graph: WorkspaceGraph, roots: Set<Int>, requested: RequestedTraits) {
    self.requested = requested
    let byIdentity = Dictionary(
      graph.packages.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var pending = Array(roots)
    while let package = pending.popLast() {
      guard manifests[package] == nil, let manifest = graph.packages[package].manifest else { continue }
      let targets = manifest.dependencies.map { dependency -> Int? in
        guard case .path(let path) = dependency.source else { return nil }
        // Where a link is on the way, the name alone tells.
        return graph.package(at: graph.packages[package].folder.appending(path))
          ?? byIdentity[dependency.identity]
      }
      manifests[package] = manifest
      dependencyTargets[package] = targets
      pending += targets.compactMap { $0 }
    }
    declaring = Set(manifests.filter { !$0.value.traits.isEmpty }.keys)
  }

  /// The traits that are on, sorted, for every declaring package that `root` needs, itself included.
  package func enabled(root: Int) -> [Int: [String]] {
    guard !declaring.isEmpty else { return [:] }
    var enabled = [root: requested.enabled(in: manifests[root]?.traits ?? [])]
    close(root, &enabled)
    var pending = [root]
    while let package = pending.popLast() {
      for (dependency, target) in zip(
        manifests[package]?.dependencies ?? [], dependencyTargets[package] ?? [])
      {
        guard let target else { continue }
        let before = enabled[target]
        let asked = dependency.traits.filter { trait in
          trait.condition.isEmpty || !(enabled[package] ?? []).isDisjoint(with: trait.condition)
        }
        enabled[target, default: []].formUnion(asked.map(\.name))
        close(target, &enabled)
        if enabled[target] != before { pending.append(target) }
      }
    }
    return enabled.filter { declaring.contains($0.key) }.mapValues { $0.sorted() }
  }

  /// Adds what enabled traits enable in turn.
  private func close(_ package: Int, _ enabled: inout [Int: Set<String>]) {
    let traits = manifests[package]?.traits ?? []
    var pending = Array(enabled[package] ?? [])
    while let name = pending.popLast() {
      for next in traits.first(where: { $0.name == name })?.enabledTraits ?? []
      where enabled[package, default: []].insert(next).inserted {
        pending.append(next)
      }
    }
  }
}
