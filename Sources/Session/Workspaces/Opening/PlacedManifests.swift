import Base
import Runner
import SwiftSources

/// Manifests that may read files. A worktree that is shown at another place has other neighbours there than where it lies, so
/// a manifest may declare something else.
struct PlacedManifests {
  let manifests: [ManifestSource]
  let evaluator: ManifestEvaluator

  /// Throws if this process sees the worktree at another place, and a manifest has another value there. The next run then
  /// happens where the worktree lies.
  func refuseStray(in location: WorkspaceLocation, _ world: World) throws(Failure) {
    guard !manifests.isEmpty, case .done(let placement, _) = world.placing, placement.hasOtherNeighbours
    else {
      return
    }
    var reason = placement.hidingReason
    if reason == nil {
      let own = location.moved(to: placement.origin + placement.workspace)
      reason = stray(between: try values(in: location, world.shown), try values(in: own, world.shown))
    }
    guard let reason else { return }
    try ScratchPlace.leave(location.root, inWorkspace: location.root, because: reason)
    throw Failure(
      code: "stray-manifest",
      message: "the build output of this worktree comes from another path, and \(reason)",
      hints: ["run again to build this worktree at its own path"])
  }

  /// Returns the reason not to show a workspace at a place, as far as it is known before that.
  func obstacle(to placement: PlacedFolder, for location: WorkspaceLocation) throws(Failure) -> String? {
    guard !manifests.isEmpty, placement.hasOtherNeighbours else { return nil }
    if let reason = placement.hidingReason { return reason }
    // Manifests may also read files of the repository. Without any at the place, they can only be evaluated later.
    guard !LocalFiles.names(in: placement.place).isEmpty else { return nil }
    let there = try values(in: location.moved(to: placement.place + placement.workspace)) {
      RenamedPaths(placement, aside: nil).text($0)
    }
    return stray(between: there, try values(in: location) { $0 })
  }

  private func stray(between there: [String], _ here: [String]) -> String? {
    zip(manifests, zip(there, here)).first { $1.0 != $1.1 }
      .map { "\($0.0.path) declares something else there" }
  }

  /// Returns the values as texts, in which `shown` replaces paths: a value may hold the path of its package.
  private func values(
    in location: WorkspaceLocation, _ shown: (String) -> String
  ) throws(Failure) -> [String] {
    let evaluation = evaluator.evaluate(
      manifests.map {
        ManifestSource(
          folder: $0.folder, absoluteFolder: location.absolutePath(of: $0.folder), fileName: $0.fileName,
          contents: $0.contents)
      })
    if evaluation.isStopped { throw .stopped }
    return evaluation.results.map { result in
      switch result {
      case .success(let manifest): shown("\(manifest)")
      case .failure(let problem): "\(problem.code)"
      }
    }
  }
}

extension PlacedFolder {
  /// The reason why manifests cannot be compared: the place hides the folder and all that lies beside it.
  fileprivate var hidingReason: String? {
    hidesOrigin
      ? "a manifest may read files beside the worktree, which lies in the folder of the other one" : nil
  }
}
