import GitBridge
import Graph
import Session

/// The tests that the last commits would have run, as far as a few seconds allow to find out.
struct ReplayGlance {
  static let depth = 50
  /// Commits are replayed in pieces, the newest piece first. Within a piece the walk goes from old to new, which is
  /// fast.
  private static let piece = 10

  let share: ReplayShare
  /// The number of commits to look at.
  let asked: Int

  /// nil where there is no commit. `graph` has the current tests.
  init?(_ pipeline: SelectionPipeline, _ graph: WorkspaceGraph, within time: Duration) throws(Failure) {
    guard let head = pipeline.workspace.head.commit else { return nil }
    let steps = try Failure.wrapping {
      try pipeline.workspace.repository.mainLine(upTo: head, last: Self.depth).steps
    }
    let usual = graph.listedModules.count { $0.kind.isTest }
    let end = pipeline.world.now() + time
    let walk = ReplayWalk(pipeline, platform: nil)
    var share = ReplayShare()
    var hasBegun = false
    for start in stride(from: 0, to: steps.count, by: Self.piece) {
      let piece = Array(steps[start..<min(start + Self.piece, steps.count)])
      // At least one commit is replayed.
      let replay = try walk.replay(piece) {
        defer { hasBegun = true }
        return hasBegun && pipeline.world.now() >= end
      }.replay
      share.add(replay, usual: usual)
      if replay.commits.count < piece.count { break }
    }
    guard share.commits > 0 else { return nil }
    (self.share, asked) = (share, steps.count)
  }
}
