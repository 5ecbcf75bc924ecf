import Base
import GitBridge

/// A commit and its ancestors, the nearest first. Each part of the history is walked once, and only as far as somebody
/// asks.
final class NearestCommits: Sendable {
  private let repository: Repository
  private let head: CommitID
  private let limit: Int
  private let known = Guarded(Known())

  private struct Known {
    var commits: [CommitID] = []
    /// True when nothing comes after `commits`.
    var isWhole = false
  }

  init(_ repository: Repository, from head: CommitID, limit: Int) {
    self.repository = repository
    self.head = head
    self.limit = limit
  }

  /// Calls `isWanted` with each commit until it returns true. Without readable history there are no further commits.
  func visit(until isWanted: (CommitID) -> Bool) {
    let before = known.look { $0 }
    guard !before.commits.contains(where: isWanted), !before.isWhole else { return }
    var walked: [CommitID] = []
    let found = try? repository.nearestAncestor(of: head, limit: limit) { commit in
      walked.append(commit)
      return walked.count > before.commits.count && isWanted(commit)
    }
    let isWhole = (found ?? nil) == nil
    known.with { known in
      if walked.count >= known.commits.count { known = Known(commits: walked, isWhole: isWhole) }
    }
  }
}
