import AffectedGraph
import Names
package import Runner
import Support

/// `run --json` and `--json-report`: as `test --json`, with `tasks` where that has `modules`.
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
