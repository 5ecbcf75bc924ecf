import Base
import GitBridge
import Graph

/// The workspace in which every package is as it was last released, all else as it is now: what lies between this and the
/// workspace is what releases would bring.
struct ReleasedWorkspace {
  /// Of the whole repository.
  let tree: any FileTree
  let changes: [FileChange]
  /// The files that differ, by package.
  let touched: [PackageIndex: [RelativePath]]

  private struct Place {
    /// From the repository's root.
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

  /// A package in the folder of another stands in that one's tree. Where none was released there is nothing to put in.
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
  /// As the outermost repository calls them. What a package that moved had in its former folder counts as being in this one.
  fileprivate func files(since start: CommitID, wasIn former: RelativePath) throws(GitError) -> [RelativePath]
  {
    let own = try repository.changes(from: start, to: commit, in: folder).map(\.path)
    guard former != folder else { return own.map(root.appending) }
    let old = try repository.changes(from: start, to: commit, in: former).compactMap {
      $0.path.relative(to: former)
    }
    return (own + old.map(folder.appending)).map(root.appending)
  }
}

extension RelativePath {
  /// The innermost of these folders that it lies in.
  fileprivate func nearest(in folders: Set<RelativePath>) -> RelativePath? {
    var folder = self
    while true {
      if folders.contains(folder) { return folder }
      guard !folder.isRoot else { return nil }
      folder = folder.parent
    }
  }
}
