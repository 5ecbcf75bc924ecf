package import Base

/// The targets whose folder is another one than before. None of their files need have changed, and no manifest.
///
/// SwiftPM looks for a target in several places. `Sources/Core/Core.docc` takes the sources in `Sources` from the only
/// target of a package, and so does a second target in the manifest. `Sources/README.md` hides targets in `src`.
package enum MovedTargets {
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, changes: [FileChange]
  ) -> [ModuleID: Cause] {
    var seeds: [ModuleID: Cause] = [:]
    for module in head.modules where module.target == nil {
      guard let before = base.index(of: module.id).map({ base.modules[$0].layout.folder }),
        before != module.layout.folder
      else { continue }
      let places = [before, module.layout.folder].compactMap(\.self)
      let package = head.packages[module.package].folder
      seeds[module.id] = cause(of: package, places, changes)
    }
    return seeds
  }

  private static func cause(
    of package: RelativePath, _ places: [RelativePath], _ changes: [FileChange]
  ) -> Cause {
    let manifests = changes.lazy.map(\.path).filter {
      $0.parent == package && PackageFile.isManifest($0.lastComponent)
    }
    if let manifest = manifests.min() { return Cause(.manifest, manifest) }
    let moved = changes.lazy.filter { $0.existedBefore != $0.existsNow }.map(\.path).filter { path in
      places.contains { path.isInside($0) || path.isInside($0.parent) }
    }
    return Cause(.input, moved.min() ?? package.appending(PackageFile.manifest))
  }
}
