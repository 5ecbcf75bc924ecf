import Base
import GitBridge
import Graph

/// The workspace with every package as last released, and all other files as they are now.
/// Its difference from the current workspace is the content of the next releases.
struct ReleasedWorkspace {
  /// All files of the repository.
  let tree: any FileTree
  let changes: [FileChange]
  /// The files that differ, by package.
  let touched: [PackageIndex: [RelativePath]]

  private struct Place {
    /// Relative to the repository's root.
    let folder: RelativePath
    let tree: any FileTree
    let isReleased: Bool
  }

  init(
    _ histories: [PackageHistory], in graph: WorkspaceGraph, head: any FileTree, nesting: RelativePath
  ) throws(GitError) {
    var places: [Place] = []
    var touched: [PackageIndex: [RelativePath]] = [:]
    for history in histories {
      let folder = nesting.appending(graph.packages[history.package].folder)
      guard let last = history.last else {
        places.append(Place(folder: folder, tree: SubTree(of: head, at: folder), isReleased: false))
        continue
      }
      let released = try history.home.repository.tree(of: last.commit)
      places.append(
        Place(folder: folder, tree: SubTree(of: released, at: history.lastFolder), isReleased: true))
      touched[history.package] = try history.home.files(since: last.commit, wasIn: history.lastFolder)
    }
    let folders = Set(places.map(\.folder))
    self.touched = touched.mapValues { files in files }.reduce(into: [:]) { result, one in
      let own = nesting.appending(graph.packages[one.key].folder)
      result[one.key] = one.value.filter { $0.nearest(in: folders) == own }
    }
    changes = Set(self.touched.values.joined()).sorted().map { FileChange($0) }
    tree = GraftedTree(head, Self.grafts(places[...]))
  }

  /// Returns the trees to put in place. A package inside another one's folder goes into that tree.
  /// A package without a release keeps its current files.
  private static func grafts(_ places: ArraySlice<Place>) -> [RelativePath: any FileTree] {
    var grafts: [RelativePath: any FileTree] = [:]
    var rest = places.sorted { $0.folder < $1.folder }[...]
    while let outer = rest.popFirst() {
      let inner = rest.filter { $0.folder.isInside(outer.folder) }
      guard outer.isReleased else { continue }
      rest = rest.filter { !$0.folder.isInside(outer.folder) }[...]
      let within = inner.map { place in
        Place(folder: place.folder.seen(from: outer.folder), tree: place.tree, isReleased: true)
      }
      grafts[outer.folder] = inner.isEmpty ? outer.tree : GraftedTree(outer.tree, Self.grafts(within[...]))
    }
    return grafts
  }
}

extension FolderHome {
  /// Returns changed files, relative to the outermost repository.
  /// Files that a moved package had in its old folder count in the new one.
  fileprivate func files(since start: CommitID, wasIn previous: RelativePath) throws(GitError)
    -> [RelativePath]
  {
    let own = try repository.changes(from: start, to: commit, in: folder).map(\.path)
    guard previous != folder else { return own.map(root.appending) }
    let old = try repository.changes(from: start, to: commit, in: previous).compactMap {
      $0.path.relative(to: previous)
    }
    return (own + old.map(folder.appending)).map(root.appending)
  }
}

extension RelativePath {
  /// Returns the innermost of these folders that holds the path.
  fileprivate func nearest(in folders: Set<RelativePath>) -> RelativePath? {
    var folder = self
    while true {
      if folders.contains(folder) { return folder }
      guard !folder.isRoot else { return nil }
      folder = folder.parent
    }
  }
}
