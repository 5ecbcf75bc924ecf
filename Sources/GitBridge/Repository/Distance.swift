import CGit2

extension Repository {
  /// How many commits only one of two has among itself and its ancestors; nil where history that would tell is missing.
  package func distance(
    from old: CommitID, to new: CommitID
  ) throws(GitError) -> (ahead: Int, behind: Int)? {
    guard !isShallow else { return old == new ? (0, 0) : nil }
    return try handle.withRepository { repository in
      var (ahead, behind) = (0, 0)
      var (newID, oldID) = (new.object.gitOid, old.object.gitOid)
      guard git_graph_ahead_behind(&ahead, &behind, repository, &newID, &oldID) == 0 else { return nil }
      return (ahead, behind)
    }
  }

  /// What is known of all remotes' branches since the last fetch or push.
  package func remoteBranches() throws(GitError) -> [CommitID] {
    try commits(ofReferencesIn: "refs/remotes/")
  }
}
