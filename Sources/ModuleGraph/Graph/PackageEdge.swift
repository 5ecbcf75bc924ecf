package import Manifests
import Support

/// From a package to one that its manifest names.
package struct PackageEdge: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// A package of the workspace, by index.
    case package(PackageIndex)
    /// A folder that is no package of the workspace, so nothing is known of what it holds.
    case unknown
    /// From a repository or a registry.
    case remote
  }

  package let target: Target
  /// What SwiftPM calls it, by the path or location as it is written.
  package let identity: String
  /// Whether symbolic links are on the way: SwiftPM then sees the package in another place, and takes it for another
  /// one than that which lies at the end.
  package let isLinked: Bool
  /// What is asked of it.
  package let traits: [PackageDependency.Trait]

  package init(
    _ target: Target, identity: String, isLinked: Bool = false,
    traits: [PackageDependency.Trait] = [PackageDependency.Trait(name: "default")]
  ) {
    self.target = target
    self.identity = identity
    self.isLinked = isLinked
    self.traits = traits
  }

  /// The index of a package of the workspace.
  package var package: PackageIndex? {
    if case .package(let index) = target { index } else { nil }
  }
}

/// The one place that looks at the paths of dependencies.
extension LinkMap {
  /// Where a dependency of the package in `folder` leads; nil for what is no path, or leads out of the repository.
  func place(of dependency: PackageDependency, from folder: RelativePath) -> Resolved? {
    guard case .path(let path) = dependency.source, !path.hasPrefix("~") else { return nil }
    let place = path.hasPrefix("/") ? relative(absolute: path.utf8) : folder.appending(path)
    return place.flatMap(resolve)
  }

  /// In the order of the manifest. `packages` has the index of each package by folder.
  func edges(of package: EvaluatedPackage, among packages: [RelativePath: PackageIndex]) -> [PackageEdge] {
    (package.manifest?.dependencies ?? []).map { dependency in
      let place = place(of: dependency, from: package.folder)
      let known = place.flatMap { packages[$0.path] }.map { PackageEdge.Target.package($0) }
      return PackageEdge(
        known ?? (dependency.isLocal ? .unknown : .remote), identity: dependency.identity,
        isLinked: place.map { !$0.links.isEmpty } ?? false, traits: dependency.traits)
    }
  }
}

extension PackageDependency {
  /// SwiftPM's name for the package that is meant.
  package var identity: String {
    switch source {
    case .path(let path): PackageIdentity.of(location: path)
    case .sourceControl(let location, _): PackageIdentity.of(location: location)
    case .registry(let id, _): id.lowercased()
    }
  }

  var isLocal: Bool {
    if case .path = source { true } else { false }
  }
}
