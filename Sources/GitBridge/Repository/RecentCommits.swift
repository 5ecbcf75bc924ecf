package import Base

/// What was found of the commits of some days.
package struct RecentCommits: Sendable, Hashable {
  package var days: Int
  /// Those that were looked at; merges only join what others changed, and are not among them.
  package var count = 0
  /// Whether the clone lacks some of them, or of what they changed.
  package var isCut = false
  /// Whether there were more than anybody wanted to wait for.
  package var isLimited = false

  package init(days: Int, count: Int = 0, isCut: Bool = false, isLimited: Bool = false) {
    self.days = days
    self.count = count
    self.isCut = isCut
    self.isLimited = isLimited
  }
}

extension Repository {
  private static let secondsOfDay = 86_400

  /// Hands on the files that each commit changed, the youngest first: `head` and those of its ancestors that are at most
  /// so many days older than it. Counted from the commit and not from now, a commit's answer is always the same.
  package func recentCommits(
    upTo head: CommitID, days: Int, atMost limit: Int,
    _ visit: (_ number: Int, _ files: [RelativePath]) -> Void
  ) throws(GitError) -> RecentCommits {
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

  /// nil when the clone lacks what it has to be compared with.
  func files(changedBy commit: CommitHeader, _ id: CommitID) throws(GitError) -> [RelativePath]? {
    do throws(GitError) {
      let isBoundary = try history.parents(of: id).count < commit.parents.count
      if isBoundary { return nil }
      var comparison = TreeComparison(handle: handle)
      try comparison.compare(try treeID(of: commit.parents.first), commit.tree)
      return comparison.differences.map(\.path)
    } catch {
      guard error.kind == .missingObject else { throw error }
      return nil
    }
  }
}
