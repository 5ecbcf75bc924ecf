package import Base

/// The number of recent commits, and how complete the list was.
package struct RecentCommits: Sendable, Hashable {
  package var days: Int
  /// The number of commits that were read. Merges are left out, since they only join changes of other commits.
  package var count = 0
  /// True when the clone lacks some of the commits, or their changes.
  package var isCut = false
  /// True when the limit left out some commits.
  package var isLimited = false
}

extension Repository {
  private static let secondsOfDay = 86_400

  /// Calls `visit` with the files that each commit changed, the youngest commit first. The commits are `head` and its
  /// ancestors that are at most `days` days older. Days count from `head` and not from now, so that the answer for a
  /// commit never changes.
  package func recentCommits(
    upTo head: CommitID, days: Int, atMost limit: Int,
    _ visit: (_ number: Int, _ files: [RelativePath]) -> Void
  ) throws(Failure) -> RecentCommits {
    var recent = RecentCommits(days: days)
    guard let newest = try handle.commit(head)?.time else { return recent }
    var walk = try AncestorWalk(history, from: head)
    while let id = try walk.next(), let commit = try handle.commit(id) {
      if commit.time < newest - days * Self.secondsOfDay { break }
      guard commit.parents.count < 2 else { continue }
      guard recent.count < limit else {
        recent.isLimited = true
        break
      }
      let files = try files(changedBy: commit, id)
      if files == nil { recent.isCut = true }
      visit(recent.count, files ?? [])
      recent.count += 1
    }
    return recent
  }

  /// Returns nil when the clone lacks the commit's parent.
  func files(changedBy commit: CommitHeader, _ id: CommitID) throws(Failure) -> [RelativePath]? {
    do throws(Failure) {
      let isBoundary = try history.parents(of: id).count < commit.parents.count
      if isBoundary { return nil }
      var comparison = TreeComparison(handle: handle)
      try comparison.compare(try treeID(of: commit.parents.first), commit.tree)
      return comparison.differences.map(\.path)
    } catch {
      guard error.isGit(.missingObject) else { throw error }
      return nil
    }
  }
}
