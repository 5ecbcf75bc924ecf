import Base
package import SwiftSources

/// From a package to one that its manifest names.
package struct PackageEdge: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// A package of the workspace, by index.
    case package(PackageIndex)
    /// A folder outside of the repository, so nothing is known of what it holds.
    case unknown
    /// A folder of the repository in which there is no package. Packages of the same identity stand in for it.
    case missing
    /// From a repository or a registry.
    case remote
  }

  package let target: Target
  /// Packages of the workspace with the same identity as a target that lies elsewhere. Xcode takes them in its place.
  package let standIns: [PackageIndex]
  /// What SwiftPM calls it, by the path or location as it is written.
  package let identity: String
  /// Whether symbolic links are on the way: SwiftPM then sees the package in another place, and takes it for another
  /// one than that which lies at the end.
  package let isLinked: Bool
  /// What is asked of it.
  package let traits: [PackageDependency.Trait]

  package init(
    _ target: Target, standIns: [PackageIndex] = [], identity: String, isLinked: Bool = false,
    traits: [PackageDependency.Trait] = [PackageDependency.Trait(name: "default")]
  ) {
    self.target = target
    self.standIns = standIns
    self.identity = identity
    self.isLinked = isLinked
    self.traits = traits
  }

  /// The index of a package of the workspace.
  package var package: PackageIndex? {
    if case .package(let index) = target { index } else { nil }
  }

  /// True when the package that is built lies in the workspace, whoever builds it.
  var isInWorkspace: Bool { package != nil || target == .missing && !standIns.isEmpty }

  /// The edge in a graph whose packages have other indices.
  func renumbered(_ new: Indexed<PackageIndex, PackageIndex>) -> PackageEdge {
    let target: Target = if case .package(let index) = target { .package(new[index]) } else { target }
    return PackageEdge(
      target, standIns: standIns.map { new[$0] }, identity: identity, isLinked: isLinked, traits: traits)
  }

  /// The packages of the workspace that are built for it, here or in Xcode.
  package var packages: [PackageIndex] { package.map { [$0] } ?? standIns }
}

/// The one place that looks at the paths of dependencies.
extension LinkMap {
  /// Where a dependency of the package in `folder` leads; nil for what is no path, or leads out of the repository.
  func place(of dependency: PackageDependency, from folder: RelativePath) -> Resolved? {
    guard case .path(let path) = dependency.source, !path.hasPrefix("~") else { return nil }
    let place = path.hasPrefix("/") ? relative(absolute: path.utf8) : folder.appending(path)
    return place.flatMap(resolve)
  }

  /// In the order of the manifest. `packages` has the index of each package by folder, `identities` those of all that
  /// are there by identity.
  func edges(
    of package: EvaluatedPackage, among packages: [RelativePath: PackageIndex],
    _ identities: [String: [PackageIndex]], workspaceName: String
  ) -> [PackageEdge] {
    (package.manifest?.dependencies ?? []).map { dependency in
      let place = place(of: dependency, from: package.folder)
      let isLinked = place.map { !$0.links.isEmpty } ?? false
      if let known = place.flatMap({ packages[$0.path] }) {
        return PackageEdge(
          .package(known), identity: dependency.identity, isLinked: isLinked, traits: dependency.traits)
      }
      let identity = place.map { PackageIdentity.of(folder: $0.path, workspaceName: workspaceName) }
      let standIns = (identities[identity ?? dependency.identity] ?? []).filter {
        $0 != packages[package.folder]
      }
      let target: PackageEdge.Target = !dependency.isLocal ? .remote : place == nil ? .unknown : .missing
      return PackageEdge(
        target, standIns: standIns, identity: dependency.identity, isLinked: isLinked,
        traits: dependency.traits)
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
