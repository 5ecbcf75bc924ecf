import AffectedGraph
import Names
package import Runner
import Support

/// `run --json` and `--json-report`: as `test --json`, with `tasks` where that has `modules`.
package enum TaskReportJSON {
  package static func text(_ report: TaskRunReport, about affected: AffectedReport) -> String {
    JSONWriter.report { writer in
      writer.field("selection", affected.selection.scope.rawValue)
      writer.field("outcome", report.outcome.rawValue)
      writer.field("started", report.hasStarted)
      writer.revisions(affected.revisions)
      writer.field("tasks") { writer in
        writer.array(of: report.tasks) { $0.task($1) }
      }
      writer.field("totals") { writer in
        writer.object { writer in
          writer.field("affected", affected.selection.modules.count)
          writer.field("tasks", report.tasks.count)
          writer.field("run", report.tasks.count { $0.isRun })
          writer.field("cached", report.tasks.count { $0.outcome == .cached })
          writer.field("failed", report.tasks.count { $0.outcome.isTaskFailure })
          writer.field("skipped", report.tasks.count { $0.outcome == .skipped })
          writer.field("secondsSaved") { $0.decimal(report.secondsSaved) }
        }
      }
      writer.warningField("fallback", affected.fallback)
      writer.warnings(affected.warnings + report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func task(_ task: TaskReport) {
    object { writer in
      writer.field("id", task.id.description)
      writer.field("task", task.id.task)
      writer.field("package", task.id.place.package.description)
      writer.field("module", task.id.place.module?.description)
      writer.field("outcome", task.outcome.rawValue)
      writer.field("reason", task.message)
      writer.field("key", task.key)
      writer.field("source", task.source.rawValue)
      writer.field("seconds") { $0.decimal(task.seconds) }
      writer.field("outputs") { writer in
        guard let outputs = task.outputs else { return writer.null() }
        writer.object { writer in
          writer.field("state", outputs.rawValue)
          writer.field("files", task.outputCount)
        }
      }
      writer.field("unrecorded", task.unrecorded)
      writer.field("undeclared") { writer in
        writer.object { writer in
          writer.field("reads", task.undeclaredReads.map(\.description))
          writer.field("writes", task.undeclaredWrites.map(\.description))
        }
      }
    }
  }
}
