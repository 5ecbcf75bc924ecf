import Base
import Runner
import SwiftSources

/// Manifests that may read files. Where a worktree is seen, other files may lie beside the repository than where it lies, so
/// that a manifest may declare something else there.
struct PlacedManifests {
  private let manifests: [ManifestSource]
  private let evaluator: ManifestEvaluator

  init(_ manifests: [ManifestSource], _ evaluator: ManifestEvaluator) {
    self.manifests = manifests
    self.evaluator = evaluator
  }

  /// Throws if this process sees the worktree at such a place. The next run then happens where the worktree lies.
  func refuseStray(in location: WorkspaceLocation, _ world: World) throws(Failure) {
    guard case .done(let placement, let aside) = world.placing, placement.hasOtherNeighbours else { return }
    let own = location.moved(to: placement.origin(besides: aside) + placement.workspace)
    guard let stray = stray(between: values(in: location, world.shown), values(in: own, world.shown)) else {
      return
    }
    try ScratchPlace.leave(location.root, inWorkspace: location.root, because: Self.reason(stray))
    throw Failure(
      code: "stray-manifest",
      message:
        "\(stray) reads files beside the repository, and declares something else where the build output of "
        + "this worktree comes from",
      hints: ["run again to build this worktree at its own path"])
  }

  /// Returns the reason not to show a workspace at a place. Files of the repository are those that lie there now.
  func obstacle(to placement: PlacedFolder, for location: WorkspaceLocation) -> String? {
    guard placement.hasOtherNeighbours else { return nil }
    let there = values(in: location.moved(to: placement.place + placement.workspace)) {
      RenamedPaths(placement, aside: nil).text($0)
    }
    return stray(between: there, values(in: location) { $0 }).map(Self.reason)
  }

  private static func reason(_ manifest: RelativePath) -> String {
    "\(manifest) declares something else there"
  }

  private func stray(between there: [String], _ here: [String]) -> RelativePath? {
    zip(manifests, zip(there, here)).first { $1.0 != $1.1 }?.0.path
  }

  /// Returns the values as texts, in which `shown` replaces paths: a value may hold the path of its package.
  private func values(in location: WorkspaceLocation, _ shown: (String) -> String) -> [String] {
    guard !manifests.isEmpty else { return [] }
    let sources = manifests.map {
      ManifestSource(
        folder: $0.folder, absoluteFolder: location.absolutePath(of: $0.folder), fileName: $0.fileName,
        contents: $0.contents)
    }
    return evaluator.evaluate(sources).results.map { shown("\($0)") }
  }
}
