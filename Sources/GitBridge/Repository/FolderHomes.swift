package import Base

/// The clone that has a folder's history: the repository itself, or a submodule that is checked out.
package struct FolderHome: Sendable {
  package let repository: Repository
  /// The commit of the clone that belongs to the outer repository's commit.
  package let commit: CommitID
  /// The clone's folder, relative to the outermost repository.
  package let root: RelativePath
  /// The folder, relative to the clone.
  package let folder: RelativePath
}

/// Finds the homes of a commit's folders. Each submodule is opened once.
package struct FolderHomes {
  private let outer: FolderHome
  private var submodules: [RelativePath: FolderHome?] = [:]

  package init(_ repository: Repository, at commit: CommitID) {
    outer = FolderHome(repository: repository, commit: commit, root: .root, folder: .root)
  }

  package mutating func home(of folder: RelativePath) throws(Failure) -> FolderHome {
    var home = outer
    var tree = try outer.repository.treeID(of: outer.commit)
    var walked = RelativePath.root
    for component in folder.components {
      walked = walked.appending(RelativePath(component))
      guard let folderID = tree,
        let entry = try home.repository.handle.tree(folderID).entry(named: component)
      else { break }
      tree = entry.kind == .folder ? entry.id : nil
      guard entry.kind == .absentSubmodule, let inner = try submodule(entry, at: walked, in: home) else {
        continue
      }
      home = inner
      tree = try inner.repository.treeID(of: inner.commit)
    }
    return FolderHome(
      repository: home.repository, commit: home.commit, root: home.root,
      folder: folder.relative(to: home.root) ?? .root)
  }

  private mutating func submodule(
    _ entry: TreeEntry, at path: RelativePath, in home: FolderHome
  ) throws(Failure) -> FolderHome? {
    if let known = submodules[path] { return known }
    let commit = CommitID(entry.id)
    var found: FolderHome?
    if let place = path.relative(to: home.root), let inner = try home.repository.submodule(at: place),
      inner.has(commit)
    {
      found = FolderHome(repository: inner, commit: commit, root: path, folder: .root)
    }
    submodules[path] = .some(found)
    return found
  }
}
