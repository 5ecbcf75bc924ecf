import Base

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
