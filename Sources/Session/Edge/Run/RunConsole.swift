import Base
import Reports
import Runner

/// The amount of output of a run.
enum RunDetail: Sendable {
  /// Failures only.
  case failures
  /// Results, and the logs of failures.
  case results
  /// Every log.
  case everything
}

/// Turns events of a run into text. Consoles are pure: events and times go in, text comes out.
protocol RunConsole: Console {
  mutating func handle(_ event: RunEvent, now: Duration) -> String
  /// The modules that have begun and not ended, or were stopped.
  var unfinished: [UnfinishedModule] { get }
}

extension RunConsole {
  /// Events of the run show the phase already.
  func begin(_ phase: String, now: Duration) -> String { "" }
}

/// Writes a line into a log when nothing was written for a while.
struct RunHeartbeat: Sendable {
  /// Some CI services stop a job that is silent for ten minutes. People wonder sooner.
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

  /// Returns a line with the progress, and the work that has been running longest.
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

/// Lines for a plain log: builds, results, and now and then the progress.
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
