import ContentKeys
import GitBridge
import Support
import Workspace

/// Whether what a run reads stays as it was while it runs.
struct RunInputs {
  private enum Place {
    /// A copy that nobody else may touch.
    case copy
    /// The working tree, watched.
    case workingTree(InputWatch)
    /// The working tree, found in another state than the keys are for before anything ran.
    case otherState
  }

  private let place: Place
  private let freshKeys: () throws(Failure) -> ModuleKeys

  static func inCopy(_ keys: ModuleKeys) -> RunInputs {
    RunInputs(place: .copy) { () throws(Failure) in keys }
  }

  /// `freshKeys` computes the keys of the working tree as it is when it is called.
  static func inWorkingTree(
    _ tree: WorkingTree?, _ keys: ModuleKeys, workspaceFolder: RelativePath,
    freshKeys: @escaping () throws(Failure) -> ModuleKeys
  ) -> RunInputs {
    let place: Place =
      tree.map { .workingTree(InputWatch(keys, in: $0, workspaceFolder: workspaceFolder)) } ?? .otherState
    return RunInputs(place: place, freshKeys: freshKeys)
  }

  private init(place: Place, freshKeys: @escaping () throws(Failure) -> ModuleKeys) {
    self.place = place
    self.freshKeys = freshKeys
  }

  /// The modules whose results belong to other inputs than their keys say.
  func changed(_ keys: ModuleKeys, among modules: [ModuleID]) throws(Failure) -> Set<ModuleID> {
    switch place {
    case .copy: []
    case .otherState: Set(modules)
    case .workingTree(let watch): watch.modulesChanged(since: try freshKeys(), among: modules)
    }
  }
}
