import Base
import GitBridge
import Graph

/// Tells whether the files that a run reads stay the same while it runs.
struct RunInputs {
  private enum Place {
    /// A copy that nobody else may touch. `unlike` are the files that a checkout would write otherwise.
    case copy(ModuleKeys, unlike: Set<RelativePath> = [])
    /// The working tree, before it is watched.
    case workingTree(WorkingTree, ModuleKeys, RelativePath)
    case watched(InputWatch)
    /// The working tree does not match the keys, even before the run.
    case otherState
  }

  private var place: Place
  private let freshKeys: () throws(Failure) -> ModuleKeys

  static func inCopy(_ keys: ModuleKeys) -> RunInputs {
    RunInputs(place: .copy(keys)) { () throws(Failure) in keys }
  }

  /// `freshKeys` computes the keys of the working tree at the time of the call.
  static func inWorkingTree(
    _ tree: WorkingTree?, _ keys: ModuleKeys, workspaceFolder: RelativePath,
    freshKeys: @escaping () throws(Failure) -> ModuleKeys
  ) -> RunInputs {
    let place = tree.map { Place.workingTree($0, keys, workspaceFolder) } ?? .otherState
    return RunInputs(place: place, freshKeys: freshKeys)
  }

  private init(place: Place, freshKeys: @escaping () throws(Failure) -> ModuleKeys) {
    self.place = place
    self.freshKeys = freshKeys
  }

  /// Call this right before the run. Later changes make results unusable. `moves` must have begun before.
  mutating func watch(_ moves: FolderMoves, unlikeCheckout: Set<RelativePath>) {
    switch place {
    case .workingTree(let tree, let keys, let folder):
      place = .watched(InputWatch(keys, in: tree, workspaceFolder: folder, moves: moves))
    case .copy(let keys, _): place = .copy(keys, unlike: unlikeCheckout)
    case .watched, .otherState: break
    }
  }

  /// Returns a warning when some of these modules, whose results do not count, read a file that was not as Git has it
  /// even before the run.
  func warning(about modules: Set<ModuleID>, _ names: String) -> Warning? {
    switch place {
    case .watched(let watch):
      watch.leftOutFile(of: modules).map { file in
        Warning(
          code: "left-out-file",
          message: "no result is recorded for \(names): \"\(file)\" is in Git, but not on the disk",
          hints: ["`git sparse-checkout add \(file.parent.description.shellQuoted)` brings it"])
      }
    case .copy(let keys, let unlike):
      unlike.sorted().first { !keys.modules(reading: [$0]).isDisjoint(with: modules) }.map { file in
        Warning(
          code: "unlike-checkout",
          message: "no result is recorded for \(names): "
            + "\"\(file)\" is not as in a checkout, since Git LFS has not fetched it or a filter was not run")
      }
    case .workingTree, .otherState: nil
    }
  }

  /// Returns the modules whose results do not belong to the inputs of their keys.
  func changed(_ keys: ModuleKeys, among modules: [ModuleID]) throws(Failure) -> Set<ModuleID> {
    switch place {
    case .copy(let keys, let unlike): keys.modules(reading: unlike).intersection(modules)
    case .otherState, .workingTree: Set(modules)
    case .watched(let watch): watch.modulesChanged(since: try freshKeys(), among: modules)
    }
  }
}
