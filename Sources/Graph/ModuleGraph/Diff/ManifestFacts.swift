package import SwiftSources

/// What a manifest says, told apart by whom it concerns: the whole package, or one target.
///
/// A changed manifest is judged by it, and a module's key is made from it: what makes a module affected
/// and what makes its key another are the same facts.
package struct ManifestFacts: Sendable {
  /// A target with all that reaches it from the rest of the manifest.
  package struct Target: Sendable, Hashable {
    package let description: TargetDescription
    /// With their targets left out: a new neighbour in a product is the neighbour's change.
    package let products: [ProductDescription]
    package let dependencies: [PackageDependency]
  }

  /// What holds for every target alike; targets, products and dependencies are emptied out.
  package let packageWide: PackageManifest
  /// Remote dependencies that no target uses: they can still move the versions of others, as resolution
  /// is one for the package.
  package let unattributed: Set<PackageDependency>
  /// By name.
  package let targets: [String: Target]

  package init(_ manifest: PackageManifest) {
    var packageWide = manifest
    packageWide.targets = []
    packageWide.products = []
    packageWide.dependencies = []
    self.packageWide = packageWide

    let ownTargets = Set(manifest.targets.map(\.name))
    let names = manifest.dependencies.map { dependency in
      Set([dependency.identity, dependency.explicitName?.lowercased()])
    }
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
      manifest.dependencies.indices.filter { !used.contains($0) }.map { manifest.dependencies[$0] }
        .filter { if case .path = $0.source { false } else { true } })
  }

  private static func products(of target: String, in manifest: PackageManifest) -> [ProductDescription] {
    manifest.products.filter { $0.targets.contains(target) }
      .map { ProductDescription(name: $0.name, kind: $0.kind, targets: []) }
  }

  /// Whether the target may draw a product from a package of these names: by name when it gives one.
  private static func uses(_ target: TargetDescription, _ names: Set<String?>, ownTargets: Set<String>)
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

/// Which modules of a package a changed manifest affects.
package enum ManifestDiff: Sendable, Hashable {
  case nothing
  /// Everything in the package.
  case package
  /// The targets of these names, old ones included.
  case targets(Set<String>)

  /// Compares what the manifest said with what it says now; formatting and comments do not count.
  package init(from old: PackageManifest, to new: PackageManifest) {
    let before = ManifestFacts(old)
    let after = ManifestFacts(new)
    // What cannot be attributed affects all of the package.
    if before.packageWide != after.packageWide || before.unattributed != after.unattributed {
      self = .package
      return
    }
    var changed = Set(before.targets.keys.filter { before.targets[$0] != after.targets[$0] })
    changed.formUnion(after.targets.keys.filter { before.targets[$0] == nil })
    self = changed.isEmpty ? .nothing : .targets(changed)
  }
}
