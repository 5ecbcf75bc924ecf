package import Base
package import Runner

/// The result of a run of tasks, for people: the failed tasks, and a last line with the totals.
package struct TaskText {
  private static let mostLines = 20

  private let report: TaskRunReport
  private let repeatsLogs: Bool

  /// With `repeatsLogs` the log of a failed task stands beside its name. A terminal has shown it already.
  package init(_ report: TaskRunReport, repeatsLogs: Bool) {
    self.report = report
    self.repeatsLogs = repeatsLogs
  }

  /// `elapsed` is the time of the whole run.
  package func lines(elapsed: Duration) -> [StyledText] {
    let failed = report.tasks.filter(\.outcome.isTaskFailure).flatMap(lines)
    return .section("Failed", failed) + (failed.isEmpty ? [] : [""]) + [summary(elapsed)]
  }

  private func lines(_ task: TaskReport) -> [StyledText] {
    let said = repeatsLogs ? LogText.lines(task.log) : []
    let hidden = said.count - Self.mostLines
    let note =
      hidden > 0
      ? [StyledText("    ... \(Wording.count(hidden, "earlier line")); -v shows all", .dim)] : []
    return ["  \(task.id, .module)\("  \(task.message ?? "")", .bad)"] + note
      + said.suffix(Self.mostLines).map { "    \($0)" }
  }

  /// `Passed: 3 run, 9 passed before, in 1.2 s`
  private func summary(_ elapsed: Duration) -> StyledText {
    let tasks = report.tasks
    let cached = tasks.count { $0.outcome == .cached }
    let saved = RunSummary.saved(report.secondsSaved)
    if report.outcome == .passed, cached == tasks.count {
      let restored = tasks.count { $0.outputs == .restored }
      let remark = restored > 0 ? ", outputs of \(restored) restored" : ""
      return "\("Nothing to run", .good): \(Wording.count(cached, "task")) passed before\(remark)\(saved)"
    }
    let ran = tasks.count { $0.outcome == .passed }
    let counts = [
      (tasks.count { $0.outcome.isTaskFailure }, "failed"),
      (tasks.count { $0.outcome == .skipped }, "skipped"), (ran, "passed"),
    ]
    let outcomes =
      report.outcome == .passed
      ? "\(Wording.count(ran, "task")) run"
      : RunSummary.joined(counts, of: Wording.count(tasks.count, "task"))
    var parts = [outcomes].filter { !$0.isEmpty }
    if cached > 0 { parts.append("\(cached) passed before\(saved)") }
    return "\(report.outcome.word()): \(parts.joined(separator: ", ")), in \(Wording.duration(elapsed))"
  }
}

/// The words of outcomes.
extension TaskReport.Outcome {
  /// True when the command itself failed.
  package var isTaskFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .cached, .skipped: false
    }
  }
}

extension TaskReport {
  /// `3 files`, `up to date`, `restored 3 files`, `exit code 1`; nil where there is nothing to say.
  var remark: String? {
    switch outcome {
    case .failed, .crashed, .timedOut, .skipped: return message
    case .passed, .cached: break
    }
    let files = Wording.count(outputCount, "file")
    switch outputs {
    case .made: return files
    case .restored: return "\(files) restored"
    case .present: return "up to date"
    case nil: return outcome == .cached ? "passed before" : nil
    }
  }
}
