import Arguments
import Base
import Graph
import Reports
import Session
import SwiftSources

/// Restores the dependency that `ambit local` replaced.
struct ReleasedSwitch {
  let options: ReleasedOptions
  let workspace: OpenWorkspace
  let world: World

  init(_ options: ReleasedOptions, in workspace: OpenWorkspace, _ world: World) {
    self.options = options
    self.workspace = workspace
    self.world = world
  }

  func run() throws(Failure) -> LocalReport {
    let local = try LocalPackages(workspace, world)
    let places = local.places(of: options.package)
    guard !places.isEmpty else {
      let others = Set(local.places.map(\.identity)).sorted().joined(separator: ", ")
      throw Failure(
        code: "not-local", message: "\"\(Text.escapingControls(options.package))\" is not local",
        hints: [others.isEmpty ? "no dependency is local" : "local dependencies: \(others)"])
    }
    let packages = local.packages(places)
    if !options.isForced { try refuseUnpublished(packages) }
    let rewrites = try rewrites(places)
    try rewrites.write(in: workspace.location)
    return LocalReport(.released, packages, next: steps(places))
  }

  private func refuseUnpublished(_ packages: [LocalPackage]) throws(Failure) {
    guard let package = packages.first(where: { !$0.copy.unpublished.isEmpty }) else { return }
    throw Failure(
      code: "unpublished-work",
      message:
        "the working copy \"\(package.folder)\" has \(package.copy.unpublished.joined(separator: " and ")), "
        + "which are in no release of \"\(package.identity)\"",
      hints: [
        "commit and push them first (git -C '\(package.folder)' push)",
        "--force switches back anyway and keeps the working copy",
      ])
  }

  private func rewrites(_ places: [LocalPackages.Place]) throws(Failure) -> [ManifestRewrite] {
    let wanted = Set(places.map(\.mark))
    return try Failure.wrapping {
      try Set(places.map(\.manifest)).sorted().compactMap { path in
        guard let before = try workspace.tree.contents(of: path) else { return nil }
        return ManifestSwitch.released(before, where: wanted.contains).map {
          ManifestRewrite(path: path, before: before, after: $0)
        }
      }
    }
  }

  /// SwiftPM drops the pin of a local package. It would then choose the newest version that is allowed.
  private func steps(_ places: [LocalPackages.Place]) -> [String] {
    let lost = places.compactMap { place -> String? in
      guard let reference = place.mark.reference else { return nil }
      let folder = place.manifest.parent
      let lockfile = workspace.location.absolutePath(of: folder.appending(PackageFile.lockfile))
      let pinned = LocalFiles.read(lockfile).flatMap { Lockfile.reference(of: place.identity, in: $0) }
      guard pinned != reference else { return nil }
      let word = place.mark.isPinnedToCommit ? "--revision" : "--version"
      // SwiftPM knows only packages that it has resolved.
      let path = folder.isRoot ? "." : "\(folder)"
      let resolve = "swift package --package-path '\(path)' resolve"
      return "to pin \(reference) again: \(resolve) && \(resolve) \(place.identity) \(word) \(reference)"
    }
    return Array(Set(lost)).sorted()
  }
}

extension LocalMark {
  fileprivate var isPinnedToCommit: Bool { reference?.contains(".") == false }
}
