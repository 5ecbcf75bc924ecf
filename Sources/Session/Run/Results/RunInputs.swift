package import Base
package import GitBridge
package import Graph

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

/// Finds the modules whose inputs changed while a run was under way.
///
/// It looks twice. Equal keys prove that contents are equal before and after the run.
/// Equal stamps prove that nobody changed a file and restored it in between, while a compiler may have read it.
/// A folder that was moved aside and back shows in neither, so moves are watched.
/// A file that a sparse checkout leaves out is in the keys, and no build reads it.
package struct InputWatch {
  private let keys: ModuleKeys
  private let disk: DiskFiles
  private let folder: RelativePath
  private let paths: [RelativePath]
  private let stamps: [FileStamp?]
  private let folders: [RelativePath]
  private let folderStamps: [FileStamp?]
  private let moves: FolderMoves
  /// The files of the keys that are in Git and not on the disk.
  private let leftOut: Set<RelativePath>

  /// Make this after the keys and before anything runs. A change in between shows in the keys.
  package init(_ keys: ModuleKeys, in tree: WorkingTree, workspaceFolder: RelativePath, moves: FolderMoves) {
    self.keys = keys
    self.moves = moves
    disk = DiskFiles(of: tree, known: StatCache())
    folder = workspaceFolder
    paths = keys.paths
    let stamps = disk.stamps(of: paths.map(workspaceFolder.appending))
    self.stamps = stamps
    leftOut = Set(
      zip(paths, stamps).filter { path, stamp in
        guard stamp == nil, let kind = try? tree.kind(of: workspaceFolder.appending(path)) else {
          return false
        }
        return kind != .absentSubmodule
      }.map(\.0))
    folders = keys.folders
    folderStamps = disk.stamps(of: folders.map(workspaceFolder.appending))
  }

  /// Returns the modules whose inputs differ from their keys, or did for a while.
  /// `now` has the keys of the same modules, from a repository that was opened again.
  package func modulesChanged(since now: ModuleKeys, among modules: [ModuleID]) -> Set<ModuleID> {
    let moved = moves.look()
    let touched = keys.modules(
      reading: written(paths, since: stamps).union(paths.filter { moved.contain($0) }).union(leftOut),
      in: written(folders, since: folderStamps).filter { moved.contain($0) || !hasNewFilesOfEditorsAlone($0) }
    )
    return Set(modules.filter { touched.contains($0) || keys.key(of: $0) != now.key(of: $0) })
  }

  /// Returns the first file that a sparse checkout keeps from one of these modules.
  package func leftOutFile(of modules: Set<ModuleID>) -> RelativePath? {
    leftOut.sorted().first { !keys.modules(reading: [$0]).isDisjoint(with: modules) }
  }

  private func written(_ paths: [RelativePath], since stamps: [FileStamp?]) -> Set<RelativePath> {
    let now = disk.stamps(of: paths.map(folder.appending))
    var written: Set<RelativePath> = []
    for (path, (before, now)) in zip(paths, zip(stamps, now)) where before != now {
      // SwiftPM writes a missing lockfile. The keys tell for which modules its pins count.
      let isMadeBySwiftPM = before == nil && path.lastComponent.elementsEqual(PackageFile.lockfile.utf8)
      if !isMadeBySwiftPM { written.insert(path) }
    }
    return written
  }

  /// Returns true when only temporary files of editors came to a folder or left it.
  private func hasNewFilesOfEditorsAlone(_ folder: RelativePath) -> Bool {
    guard let names = moves.changedNames(in: folder), !names.isEmpty else { return false }
    return names.allSatisfy(EditorFile.isNamed)
  }
}
