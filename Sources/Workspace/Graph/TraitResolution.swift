/// Which traits of each package may be on.
///
/// A package can be built as root with its defaults, and as a dependency with what its dependents ask
/// for. The union of both is what an edge's trait condition is held against: an edge that could
/// exist in some build counts.
struct TraitResolution {
  private var enabled: [Set<String>]

  /// - Parameters:
  ///   - manifests: by package index; nil for unknown packages.
  ///   - dependencyTargets: for each package, the package index each of its dependencies leads to.
  ///   - requested: what every build asks of its root.
  init(manifests: [PackageManifest?], dependencyTargets: [[Int?]], requested: RequestedTraits) {
    enabled = manifests.map { manifest in
      requested.enabled(in: manifest?.traits ?? []).union(manifest == nil ? [] : ["default"])
    }
    for (manifest, targets) in zip(manifests, dependencyTargets) {
      guard let manifest else { continue }
      for (dependency, target) in zip(manifest.dependencies, targets) {
        guard let target else { continue }
        enabled[target].formUnion(dependency.traits.map(\.name))
      }
    }
    for index in manifests.indices { close(index, over: manifests[index]?.traits ?? []) }
  }

  func mayHold(_ condition: BuildCondition, in package: Int) -> Bool {
    condition.traits.isEmpty || !enabled[package].isDisjoint(with: condition.traits)
  }

  /// Adds what enabled traits enable in turn.
  private mutating func close(_ package: Int, over traits: [TraitDescription]) {
    var pending = Array(enabled[package])
    while let name = pending.popLast() {
      for next in traits.first(where: { $0.name == name })?.enabledTraits ?? []
      where enabled[package].insert(next).inserted {
        pending.append(next)
      }
    }
  }
}
