import Base
import Graph
import Reports
import Runner

/// The result of a run of tasks, for people: the failed tasks, and a last line with the totals.
struct TaskText {
  private static let mostLines = 20

  let report: TaskRunReport
  /// True when the log of a failed task stands beside its name. A terminal has shown it already.
  let repeatsLogs: Bool

  /// `elapsed` is the time of the whole run.
  func lines(elapsed: Duration) -> [StyledText] {
    let failed = report.tasks.filter(\.outcome.isTestFailure).flatMap(lines)
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
      (tasks.count { $0.outcome.isTestFailure }, "failed"),
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

/// `run --json` and `--json-report`: the form of `test --json`, with `tasks` in place of `modules`.
enum TaskReportJSON {
  static func text(_ report: TaskRunReport, about affected: AffectedReport) -> String {
    let totals: JSON = [
      "affected": affected.selection.modules.count, "tasks": report.tasks.count,
      "run": report.tasks.count { $0.isRun },
      "cached": report.tasks.count { $0.outcome == .cached },
      "failed": report.tasks.count { $0.outcome.isTestFailure },
      "skipped": report.tasks.count { $0.outcome == .skipped }, "secondsSaved": report.secondsSaved,
    ]
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "outcome": report.outcome.rawValue,
      "started": report.hasStarted, "base": affected.revisions.base?.json,
      "head": affected.revisions.head.json, "tasks": report.tasks.map(\.json), "totals": totals,
      "fallback": affected.fallback, "warnings": affected.warnings + report.warnings,
    ])
  }
}

extension TaskReport {
  fileprivate var json: JSON {
    let state = outputs.map { ["state": $0.rawValue, "files": outputCount] as JSON }
    let undeclared: JSON = [
      "reads": undeclaredReads.map(\.description), "writes": undeclaredWrites.map(\.description),
    ]
    return [
      "id": id.description, "task": id.task, "package": id.place.package.description,
      "module": id.place.module?.description, "outcome": outcome.rawValue, "reason": message,
      "key": key, "source": source.rawValue, "seconds": seconds, "outputs": state,
      "unrecorded": unrecorded, "undeclared": undeclared,
    ]
  }
}
