import Reports
import Runner
import Terminal

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
