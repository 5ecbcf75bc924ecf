import Base
package import SwiftSources

/// An edge from a package to one that its manifest names.
package struct PackageEdge: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// A package of the workspace, by index.
    case package(PackageIndex)
    /// A folder outside of the repository. Its contents are not known.
    case unknown
    /// A folder of the repository in which there is no package. Packages of the same identity stand in for it.
    case missing
    /// A package from a repository or a registry.
    case remote
  }

  package let target: Target
  /// Packages of the workspace with the identity of a target that lies elsewhere. Xcode builds them in its place.
  package var standIns: [PackageIndex] = []
  /// SwiftPM's identity of the dependency, made from the path or location as it is written.
  package let identity: String
  /// True when symbolic links are on the way. SwiftPM sees such a package at the link, and takes it for another package
  /// than the one at the end.
  package var isLinked = false
  /// The traits that the dependency enables.
  package var traits = [PackageDependency.Trait(name: "default")]

  /// The index of the target, when it is a package of the workspace.
  package var package: PackageIndex? {
    if case .package(let index) = target { index } else { nil }
  }

  /// True when the package that SwiftPM builds lies in the workspace.
  var isInWorkspace: Bool { package != nil || target == .missing && !standIns.isEmpty }

  /// Returns the edge for a graph whose packages have other indices.
  func renumbered(_ new: Indexed<PackageIndex, PackageIndex>) -> PackageEdge {
    let target: Target = if case .package(let index) = target { .package(new[index]) } else { target }
    return PackageEdge(
      target: target, standIns: standIns.map { new[$0] }, identity: identity, isLinked: isLinked,
      traits: traits)
  }

  /// The packages of the workspace that are built for the edge, by SwiftPM or in Xcode.
  package var packages: [PackageIndex] { package.map { [$0] } ?? standIns }
}

/// Resolves the paths of dependencies. No other code looks at them.
extension LinkMap {
  /// Returns the folder that a dependency of the package in `folder` leads to. It is nil for a dependency that is not a
  /// path, and for a path out of the repository.
  func place(of dependency: PackageDependency, from folder: RelativePath) -> Resolved? {
    guard case .path(let path) = dependency.source, !path.hasPrefix("~") else { return nil }
    let place = path.hasPrefix("/") ? relative(absolute: path.utf8) : folder.appending(path)
    return place.flatMap(resolve)
  }

  /// Returns an edge for each dependency, in the order of the manifest. `packages` has the index of each package by
  /// folder. `identities` has the indices of all packages that exist, by identity.
  func edges(
    of package: EvaluatedPackage, among packages: [RelativePath: PackageIndex],
    _ identities: [String: [PackageIndex]], workspaceName: String
  ) -> [PackageEdge] {
    (package.manifest?.dependencies ?? []).map { dependency in
      let place = place(of: dependency, from: package.folder)
      let isLinked = place.map { !$0.links.isEmpty } ?? false
      if let known = place.flatMap({ packages[$0.path] }) {
        return PackageEdge(
          target: .package(known), identity: dependency.identity, isLinked: isLinked,
          traits: dependency.traits)
      }
      let identity = place.map { PackageIdentity.of(folder: $0.path, workspaceName: workspaceName) }
      let standIns = (identities[identity ?? dependency.identity] ?? []).filter {
        $0 != packages[package.folder]
      }
      let target: PackageEdge.Target = !dependency.isLocal ? .remote : place == nil ? .unknown : .missing
      return PackageEdge(
        target: target, standIns: standIns, identity: dependency.identity, isLinked: isLinked,
        traits: dependency.traits)
    }
  }
}

extension PackageDependency {
  /// SwiftPM's identity of the package.
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
