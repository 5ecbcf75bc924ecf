/// A commit and its ancestors, the youngest first and none before a commit that descends from it.
struct AncestorWalk {
  private let history: CommitGraph
  private var waiting = YoungestFirst()
  private var seen: Set<CommitID> = []

  init(_ history: CommitGraph, from start: CommitID) throws(GitError) {
    self.history = history
    try wait(for: start)
  }

  mutating func next() throws(GitError) -> CommitID? {
    guard let id = waiting.popFirst() else { return nil }
    for parent in try history.parents(of: id) { try wait(for: parent) }
    return id
  }

  private mutating func wait(for id: CommitID) throws(GitError) {
    // What was not fetched ends history, as at the boundary of a shallow clone.
    guard !seen.contains(id), let commit = try history.commit(id) else { return }
    seen.insert(id)
    waiting.insert(id, time: commit.time)
  }
}
