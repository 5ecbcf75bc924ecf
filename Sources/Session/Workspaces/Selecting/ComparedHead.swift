package import Base
package import GitBridge

/// The newer side of the comparison.
package struct ComparedHead {
  /// `worktree`, or the revision as it was given.
  package let ref: String
  /// nil before the first commit.
  package let commit: CommitID?
  package let isWorkingTree: Bool
  package let tree: any FileTree

  static func resolve(_ revision: String?, in repository: Repository) throws(Failure) -> ComparedHead {
    guard let revision else {
      return ComparedHead(
        ref: "worktree", commit: try repository.headCommit(), isWorkingTree: true,
        tree: try repository.workingTree())
    }
    let commit = try repository.resolve(revision)
    return ComparedHead(
      ref: revision, commit: commit, isWorkingTree: false, tree: try repository.tree(of: commit))
  }
}

extension ComparedHead {
  func changes(since start: CommitID, in repository: Repository) throws(Failure) -> [FileChange] {
    guard !isWorkingTree, let commit else { return try repository.changesInWorkingTree(since: start) }
    return try repository.changes(from: start, to: commit)
  }
}
