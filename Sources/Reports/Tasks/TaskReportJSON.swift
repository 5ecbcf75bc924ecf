import Base
import Graph
package import Runner

/// `run --json` and `--json-report`: the form of `test --json`, with `tasks` in place of `modules`.
package enum TaskReportJSON {
  package static func text(_ report: TaskRunReport, about affected: AffectedReport) -> String {
    let totals: JSON = [
      "affected": affected.selection.modules.count, "tasks": report.tasks.count,
      "run": report.tasks.count { $0.isRun },
      "cached": report.tasks.count { $0.outcome == .cached },
      "failed": report.tasks.count { $0.outcome.isTaskFailure },
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

/// `--junit FILE` of a run of tasks: a suite for each task, with a case for each place where the task ran.
package enum TaskJUnit {
  package static func text(_ report: TaskRunReport) -> String {
    var writer = XMLWriter()
    let names = Set(report.tasks.map(\.id.task)).sorted()
    writer.element("testsuites", [("name", "ambit")] + counts(report.tasks, skipped: false)) { writer in
      for name in names { write(name, report.tasks.filter { $0.id.task == name }, &writer) }
    }
    return writer.text
  }

  private static func write(_ name: String, _ tasks: [TaskReport], _ writer: inout XMLWriter) {
    writer.element("testsuite", [("name", name)] + counts(tasks, skipped: true)) { writer in
      for task in tasks { write(task, &writer) }
    }
  }

  private static func counts(_ tasks: [TaskReport], skipped: Bool) -> [(String, String)] {
    let skips = skipped ? [("skipped", "\(tasks.count { $0.outcome == .skipped })")] : []
    return [
      ("tests", "\(tasks.count)"), ("failures", "\(tasks.count { $0.outcome == .failed })"),
      ("errors", "\(tasks.count { $0.outcome == .crashed || $0.outcome == .timedOut })"),
    ] + skips + [("time", JUnitReport.seconds(tasks.reduce(0) { $0 + ($1.isRun ? $1.seconds : 0) }))]
  }

  private static func write(_ task: TaskReport, _ writer: inout XMLWriter) {
    let attributes = [
      ("classname", task.id.task), ("name", task.id.place.description),
      ("time", JUnitReport.seconds(task.isRun ? task.seconds : 0)),
    ]
    guard !task.outcome.isSuccess else { return writer.element("testcase", attributes) }
    let (kind, outcome) = (element(task.outcome), task.outcome.rawValue)
    writer.element("testcase", attributes) { writer in
      writer.element(
        kind, [("type", outcome), ("message", task.message ?? outcome)],
        text: JUnitReport.excerpt(of: task.log))
    }
  }

  private static func element(_ outcome: TaskReport.Outcome) -> String {
    switch outcome {
    case .passed, .cached, .failed: "failure"
    case .crashed, .timedOut: "error"
    case .skipped: "skipped"
    }
  }
}
