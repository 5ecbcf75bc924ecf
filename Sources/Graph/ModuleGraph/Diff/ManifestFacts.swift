package import SwiftSources

/// The contents of a manifest, split into what concerns the whole package and what concerns one target.
///
/// A changed manifest is compared by it, and the keys of modules are made from it. So the same facts decide that a
/// module is affected and that its key changes.
package struct ManifestFacts: Sendable {
  /// A target with everything in the rest of the manifest that concerns it.
  package struct Target: Sendable, Hashable {
    package let description: TargetDescription
    /// The products with the target, without their lists of targets: a new neighbour in a product is the neighbour's
    /// change.
    package let products: [ProductDescription]
    package let dependencies: [PackageDependency]
  }

  /// The facts that hold for every target alike. Targets, products and dependencies are removed.
  package let packageWide: PackageManifest
  /// Dependencies that no target uses. They, and what they depend on, can still move the versions of others, since the
  /// whole package is resolved at once.
  package let unattributed: Set<PackageDependency>
  package let targets: [String: Target]

  package init(_ manifest: PackageManifest) {
    var packageWide = manifest
    packageWide.targets = []
    packageWide.products = []
    packageWide.dependencies = []
    self.packageWide = packageWide

    let ownTargets = Set(manifest.targets.map(\.name))
    let names = Self.names(of: manifest.dependencies, in: manifest)
    var used = Set<Int>()
    var targets: [String: Target] = [:]
    for target in manifest.targets where targets[target.name] == nil {
      let dependencies = manifest.dependencies.indices.filter {
        Self.uses(target, names[$0], ownTargets: ownTargets)
      }
      used.formUnion(dependencies)
      targets[target.name] = Target(
        description: target, products: Self.products(of: target.name, in: manifest),
        dependencies: dependencies.map { manifest.dependencies[$0] })
    }
    self.targets = targets
    unattributed = Set(
      manifest.dependencies.indices.filter { !used.contains($0) }.map { manifest.dependencies[$0] })
  }

  /// Returns the names by which targets may name the package of each dependency.
  ///
  /// A package at a path may also be named by its folder, which `..` does not show, or by its manifest. So a name of no
  /// other dependency may be that of any package at a path.
  private static func names(
    of dependencies: [PackageDependency], in manifest: PackageManifest
  ) -> [Set<String>] {
    let names = dependencies.map { Set([$0.identity, $0.explicitName?.lowercased()].compactMap(\.self)) }
    let used = manifest.targets.flatMap { target in
      target.dependencies.compactMap { item in
        if case .product(_, let package?) = item.reference { package.lowercased() } else { nil }
      } + target.pluginUsages.compactMap { $0.package?.lowercased() }
    }
    let others = Set(used).subtracting(names.joined())
    return zip(dependencies, names).map { $0.isLocal ? $1.union(others) : $1 }
  }

  private static func products(of target: String, in manifest: PackageManifest) -> [ProductDescription] {
    manifest.products.filter { $0.targets.contains(target) }
      .map { ProductDescription(name: $0.name, kind: $0.kind, targets: []) }
  }

  /// Returns true when the target may use a product of the package. `names` are the names by which a product may name
  /// its package.
  private static func uses(_ target: TargetDescription, _ names: Set<String>, ownTargets: Set<String>)
    -> Bool
  {
    let fromDependencies = target.dependencies.contains { item in
      switch item.reference {
      case .target: false
      case .product(_, let package): package.map { names.contains($0.lowercased()) } ?? true
      case .byName(let name): !ownTargets.contains(name)
      }
    }
    return fromDependencies
      || target.pluginUsages.contains { $0.package.map { names.contains($0.lowercased()) } ?? false }
  }
}

/// The modules of a package that a changed manifest affects.
package enum ManifestDiff: Sendable, Hashable {
  case nothing
  /// Everything in the package is affected.
  case package
  /// The targets of these names are affected, removed ones included.
  case targets(Set<String>)

  /// Compares two versions of a manifest; formatting and comments do not count.
  package init(from old: PackageManifest, to new: PackageManifest) {
    let before = ManifestFacts(old)
    let after = ManifestFacts(new)
    // A difference that belongs to no single target affects all of the package.
    if before.packageWide != after.packageWide || before.unattributed != after.unattributed {
      self = .package
      return
    }
    var changed = Set(before.targets.keys.filter { before.targets[$0] != after.targets[$0] })
    changed.formUnion(after.targets.keys.filter { before.targets[$0] == nil })
    self = changed.isEmpty ? .nothing : .targets(changed)
  }
}
