import Base
import Reports
import Runner

/// The live display of a terminal: running work at the bottom, results above.
struct LiveRunConsole: RunConsole {
  /// A shorter run shows no live display.
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)
  /// The longest log to show. `-v` shows all of it.
  private static let mostLog = 40

  private let color: Bool
  private let isVerbose: Bool
  /// The current size of the terminal.
  private let size: @Sendable () -> (columns: Int, rows: Int?)
  private(set) var story: RunStory
  private var progress: RunProgress
  private var area = LiveArea()
  private var lastDrawn: Duration?

  init(
    _ outline: RunOutline, detail: RunDetail, color: Bool, now: Duration,
    size: @escaping @Sendable () -> (columns: Int, rows: Int?)
  ) {
    self.color = color
    isVerbose = detail == .everything
    self.size = size
    story = RunStory(detail: detail)
    progress = RunProgress(outline, now: now)
  }

  mutating func handle(_ event: RunEvent, now: Duration) -> String {
    progress.handle(event, now: now)
    let items = story.items(event).filter { !$0.isTransient }
    return items.isEmpty ? draw(now) : say(items.flatMap { message($0.line) + log($0) }, now)
  }

  mutating func note(_ line: StyledText, now: Duration) -> String { say(message(line), now) }

  private func message(_ line: StyledText) -> [StyledText] { line.message(width: size().columns) }

  mutating func tick(now: Duration) -> String { draw(now) }

  mutating func finish(now: Duration) -> String { area.clear(columns: size().columns) }

  /// Writes lines above the live area and redraws the area, in one piece against flickering.
  private mutating func say(_ lines: [StyledText], _ now: Duration) -> String {
    let isShown = !area.isEmpty
    let text =
      area.clear(columns: size().columns) + lines.map { $0.render(color: color) + "\n" }.joined()
    return text + (isShown ? draw(now, force: true) : "")
  }

  private mutating func draw(_ now: Duration, force: Bool = false) -> String {
    guard force || now - progress.started >= Self.patience else { return "" }
    if !force, let lastDrawn, now - lastDrawn < Self.interval { return "" }
    lastDrawn = now
    let (columns, rows) = size()
    let lines = RunProgressView.lines(progress, now: now, columns: columns, rows: rows)
    return area.draw(lines, columns: columns, color: color)
  }

  /// Returns the output of the tests. Lines of testing libraries are left out unless `-v` is given.
  private func log(_ item: RunItem) -> [StyledText] {
    let lines = isVerbose ? item.log : LogText.withoutChatter(item.log)
    let hidden = isVerbose ? 0 : max(0, lines.count - Self.mostLog)
    let note = hidden > 0 ? [StyledText("    ... \(hidden) earlier lines; -v shows all", .dim)] : []
    return note + lines.dropFirst(hidden).map { StyledText("    \($0)", .dim) }
  }
}

/// Shows a run's progress as lines for a terminal. It depends on progress, time and size alone.
enum RunProgressView {
  /// More lines would not help.
  private static let mostActivities = 8

  static func lines(_ progress: RunProgress, now: Duration, columns: Int, rows: Int?) -> [StyledText] {
    // A few lines of earlier output stay visible.
    let room = max(1, min(mostActivities + 2, (rows ?? 24) - 3))
    var lines = [header(progress, now: now)]
    if let waiting = progress.waiting, room > 1 { lines.append(StyledText("  \(waiting)", .warning)) }
    var shown = progress.activities[...]
    if shown.count > room - lines.count { shown = shown.prefix(max(0, room - lines.count - 1)) }
    lines += activities(shown, progress, now: now, columns: columns)
    let hidden = progress.activities.count - shown.count
    if hidden > 0, lines.count < room { lines.append(StyledText("  and \(hidden) more", .dim)) }
    return lines.map { $0.truncated(to: columns - 1) }
  }

  /// `Testing 7/14  1 failed  12.0 s, about 20.0 s left`
  static func header(_ progress: RunProgress, now: Duration) -> StyledText {
    let outline = progress.outline
    let (verb, done, total) =
      outline.tasks > 0
      ? ("Running", progress.tasksDone, outline.tasks)
      : progress.isTesting
        ? ("Testing", progress.testsDone, outline.tests.count)
        : ("Building", progress.packagesDone, outline.packages)
    var line: StyledText = "\(verb, .heading)\(" \(done)/\(total)", .count)"
    if progress.failures > 0 { line.append("  \(progress.failures) failed", .bad) }
    line.append("  \(Wording.wholeSeconds(now - progress.started))", .dim)
    if let left = progress.remaining(now: now) {
      line.append(", about \(Wording.wholeSeconds(left)) left", .dim)
    }
    return line
  }

  private static func activities(
    _ activities: ArraySlice<RunProgress.Activity>, _ progress: RunProgress, now: Duration, columns: Int
  ) -> [StyledText] {
    let rows = activities.map { activity -> [StyledText] in
      let elapsed = Wording.wholeSeconds(now - activity.since)
      return ["  \(activity.name, .module)", "\(elapsed, .count)", remark(activity, progress)]
    }
    return Table([.middle(), .right, .end(0)], rows).lines(width: columns - 1, cutsNames: true)
  }

  private static func remark(_ activity: RunProgress.Activity, _ progress: RunProgress) -> StyledText {
    guard case .test(let module, let attempt) = activity.kind else { return StyledText(activity.step, .dim) }
    if attempt > 1 { return StyledText("attempt \(attempt)", .warning) }
    // A test of less than a second needs no forecast.
    guard let expected = progress.outline.expected[module], expected >= 1 else { return StyledText() }
    return StyledText("of about \(Wording.wholeSeconds(.milliseconds(Int(expected * 1000))))", .dim)
  }
}
