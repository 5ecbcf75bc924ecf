import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources

/// The changes that `ambit local` has made to manifests of a working tree.
/// Manifests are only read as text. A manifest that cannot be evaluated must not prevent going back.
struct LocalPackages {
  struct Place: Hashable {
    let manifest: RelativePath
    let mark: LocalMark

    /// Relative to the workspace.
    var folder: RelativePath { manifest.parent.appending(mark.path) }
    var identity: String { PackageIdentity.of(location: mark.location) }
  }

  let places: [Place]
  private let workspace: OpenWorkspace
  private let world: World

  init(_ workspace: OpenWorkspace, _ world: World) throws(Failure) {
    self.workspace = workspace
    self.world = world
    places = try Failure.wrapping {
      let tree = workspace.tree
      return try tree.files(named: PackageFile.isManifest).sorted().flatMap { path in
        LocalMark.all(in: try tree.contents(of: path) ?? []).map { Place(manifest: path, mark: $0) }
      }
    }
  }

  /// Returns the places of a package, by its name or address.
  func places(of package: String) -> [Place] {
    places.filter { $0.identity == PackageIdentity.of(location: package) }
  }

  /// Returns one entry for each working copy, by name.
  func packages(_ places: [Place]) -> [LocalPackage] {
    var groups: [[Place]] = []
    for place in places {
      let known = groups.firstIndex {
        $0[0].folder == place.folder && $0[0].mark.location == place.mark.location
      }
      if let known { groups[known].append(place) } else { groups.append([place]) }
    }
    return groups.map(package).sorted { ($0.identity, $0.folder) < ($1.identity, $1.folder) }
  }

  private func package(_ places: [Place]) -> LocalPackage {
    let reference = places.compactMap(\.mark.reference).first
    let first = places[0]
    let copy = WorkingCopy(
      folder: workspace.location.absolutePath(of: first.folder), environment: world.environment)
    return LocalPackage(
      identity: first.identity, location: first.mark.location, reference: reference, folder: first.folder,
      manifests: places.map(\.manifest), copy: copy.state(since: reference))
  }
}

extension OpenWorkspace {
  /// The branch of the head, and the branches that it is to be merged into.
  func branches(_ world: World) throws(Failure) -> [String] {
    // For another revision than the checked out one, only its name tells the branch.
    guard head.isWorkingTree else {
      let names = ["refs/heads/", "refs/remotes/origin/", "origin/"]
      let prefix = names.first { head.ref.hasPrefix($0) } ?? ""
      return [String(head.ref.dropFirst(prefix.count))] + CIBranches.named(in: world.environment)
    }
    let current = try Failure.wrapping { try repository.branchName() }
    return [current].compactMap(\.self) + CIBranches.named(in: world.environment)
  }
}
