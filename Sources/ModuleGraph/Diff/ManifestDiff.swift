package import Manifests

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
