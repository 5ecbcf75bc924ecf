import Base
import GitBridge
import Graph

/// Whether what a run reads stays as it was while it runs.
struct RunInputs {
  private enum Place {
    /// A copy that nobody else may touch.
    case copy
    /// The working tree, which is still to be watched.
    case workingTree(WorkingTree, ModuleKeys, RelativePath)
    case watched(InputWatch)
    /// The working tree, found in another state than the keys are for before anything ran.
    case otherState
  }

  private var place: Place
  private let freshKeys: () throws(Failure) -> ModuleKeys

  static func inCopy(_ keys: ModuleKeys) -> RunInputs {
    RunInputs(place: .copy) { () throws(Failure) in keys }
  }

  /// `freshKeys` computes the keys of the working tree as it is when it is called.
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

  /// To be called when nothing but the run itself is still to come: what changes from here on invalidates results. `moves`
  /// began before.
  mutating func watch(_ moves: FolderMoves) {
    guard case .workingTree(let tree, let keys, let folder) = place else { return }
    place = .watched(InputWatch(keys, in: tree, workspaceFolder: folder, moves: moves))
  }

  /// The modules whose results belong to other inputs than their keys say.
  func changed(_ keys: ModuleKeys, among modules: [ModuleID]) throws(Failure) -> Set<ModuleID> {
    switch place {
    case .copy: []
    case .otherState, .workingTree: Set(modules)
    case .watched(let watch): watch.modulesChanged(since: try freshKeys(), among: modules)
    }
  }
}
