import Runner
import Terminal

/// A sign of life for logs, when nothing has been said for a while.
struct RunHeartbeat: Sendable {
  /// Some CI services stop a job that is silent for ten minutes; people wonder sooner.
  private static let longestSilence = Duration.seconds(30)

  private let isQuiet: Bool
  private var progress: RunProgress
  private var lastSaid: Duration

  init(_ outline: RunOutline, detail: RunDetail, now: Duration) {
    isQuiet = detail == .failures
    progress = RunProgress(outline, now: now)
    lastSaid = now
  }

  mutating func handle(_ event: RunEvent, isSaid: Bool, now: Duration) {
    progress.handle(event, now: now)
    if isSaid { lastSaid = now }
  }

  /// How far the run is, and what has been under way for longest.
  mutating func line(now: Duration) -> StyledText? {
    guard !isQuiet, now - lastSaid >= Self.longestSilence else { return nil }
    lastSaid = now
    var line = RunProgressView.header(progress, now: now)
    if let longest = progress.activities.first {
      line.append("  \(longest.name)\(longest.step.isEmpty ? "" : " \(longest.step)")", .dim)
    }
    return line
  }
}
