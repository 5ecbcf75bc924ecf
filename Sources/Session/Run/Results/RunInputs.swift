import Base
import GitBridge
import Graph

/// Tells whether the files that a run reads stay the same while it runs.
struct RunInputs {
  private enum Place {
    /// A copy that nobody else may touch.
    case copy
    /// The working tree, before it is watched.
    case workingTree(WorkingTree, ModuleKeys, RelativePath)
    case watched(InputWatch)
    /// The working tree does not match the keys, even before the run.
    case otherState
  }

  private var place: Place
  private let freshKeys: () throws(Failure) -> ModuleKeys

  static func inCopy(_ keys: ModuleKeys) -> RunInputs {
    RunInputs(place: .copy) { () throws(Failure) in keys }
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
  mutating func watch(_ moves: FolderMoves) {
    guard case .workingTree(let tree, let keys, let folder) = place else { return }
    place = .watched(InputWatch(keys, in: tree, workspaceFolder: folder, moves: moves))
  }

  /// Returns the modules whose results do not belong to the inputs of their keys.
  func changed(_ keys: ModuleKeys, among modules: [ModuleID]) throws(Failure) -> Set<ModuleID> {
    switch place {
    case .copy: []
    case .otherState, .workingTree: Set(modules)
    case .watched(let watch): watch.modulesChanged(since: try freshKeys(), among: modules)
    }
  }
}
