/// A commit and the one before it on the line that branches were merged into.
package struct MainLineStep: Sendable, Hashable {
  package let commit: CommitID
  package let parent: CommitID
  /// Seconds since 1970, by the committer's clock.
  package let time: Int
}

extension Repository {
  /// The youngest commits up to `head`, each with its first parent: a merge stands for all that it brought. The first
  /// commit of all has none, and ends the line as the border of a shallow clone does, which `isCut` tells.
  package func mainLine(
    upTo head: CommitID, last count: Int
  ) throws(GitError) -> (steps: [MainLineStep], isCut: Bool) {
    var steps: [MainLineStep] = []
    var commit = head
    while steps.count < count, let header = try handle.commit(commit) {
      guard let parent = try history.parents(of: commit).first else {
        return (steps, !header.parents.isEmpty)
      }
      steps.append(MainLineStep(commit: commit, parent: parent, time: header.time))
      commit = parent
    }
    return (steps, steps.count < count)
  }
}
