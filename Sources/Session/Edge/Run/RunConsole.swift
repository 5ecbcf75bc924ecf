import Base
import Reports
import Runner

/// How much a run says.
enum RunDetail: Sendable {
  /// What fails.
  case failures
  /// What ends, and the log of what failed.
  case results
  /// Every log.
  case everything
}

/// Turns what happens in a run into text to write. Consoles are pure: facts and time come in, text goes out.
protocol RunConsole: Console {
  mutating func handle(_ event: RunEvent, now: Duration) -> String
  /// What has begun and not ended, or was ended before its time.
  var unfinished: [UnfinishedModule] { get }
}

extension RunConsole {
  /// The run itself says what it is at.
  func begin(_ phase: String, now: Duration) -> String { "" }
}

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

/// Lines for a log: what is built, what ends, and now and then how far it is.
struct PlainRunConsole: RunConsole {
  private let color: Bool
  private var story: RunStory
  private var heartbeat: RunHeartbeat

  init(_ outline: RunOutline, detail: RunDetail, color: Bool, now: Duration) {
    self.color = color
    story = RunStory(detail: detail)
    heartbeat = RunHeartbeat(outline, detail: detail, now: now)
  }

  mutating func handle(_ event: RunEvent, now: Duration) -> String {
    let items = story.items(event)
    heartbeat.handle(event, isSaid: !items.isEmpty, now: now)
    return items.flatMap { [$0.line] + $0.log.map { StyledText("    \($0)") } }.map(text).joined()
  }

  func note(_ line: StyledText, now: Duration) -> String { text(line) }

  var unfinished: [UnfinishedModule] { story.unfinished }

  mutating func tick(now: Duration) -> String { heartbeat.line(now: now).map(text) ?? "" }

  func finish(now: Duration) -> String { "" }

  private func text(_ line: StyledText) -> String { line.render(color: color) + "\n" }
}
