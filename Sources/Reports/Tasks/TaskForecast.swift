import AffectedGraph
package import Names
import Support
package import Terminal

/// What a run of tasks would do with one instance.
package struct TaskForecast: Sendable {
  package let id: TaskID
  let command: [String]
  /// Why it is looked at.
  let reason: String
  /// Whether it would be run; what passed before need not.
  package var runs: Bool

  package init(id: TaskID, command: [String], reason: String, runs: Bool) {
    self.id = id
    self.command = command
    self.reason = reason
    self.runs = runs
  }
}

/// `run --dry-run` for people.
package enum TaskForecastText {
  package static func lines(_ tasks: [TaskForecast], width: Int?) -> [StyledText] {
    guard !tasks.isEmpty else {
      return ["\("Nothing to run", .good): the change reaches none of it"]
    }
    func section(_ title: String, _ tasks: [TaskForecast]) -> [StyledText] {
      let rows = tasks.map { task -> [StyledText] in
        ["\(task.id.task, .heading)", "\(task.id.place, .module)", "\(task.reason, .dim)"]
      }
      return .section(
        title, "\(rows.count)", Table.indented([.left, .middle(30), .middle(16)], rows, width: width))
    }
    let running = tasks.filter(\.runs)
    return [StyledText("\(running.count) of \(Wording.count(tasks.count, "task")) to run", .heading)]
      + section("Run", running) + section("Passed before", tasks.filter { !$0.runs })
  }
}

/// `run --dry-run --json`.
package enum TaskForecastJSON {
  package static func text(_ tasks: [TaskForecast], about affected: AffectedReport) -> String {
    let tasks: [JSON] = tasks.map { task in
      [
        "id": task.id.description, "task": task.id.task,
        "package": task.id.place.package.description, "module": task.id.place.module?.description,
        "command": task.command, "run": task.runs, "reason": task.reason,
      ]
    }
    return JSON.report([
      "selection": affected.selection.scope.rawValue, "tasks": tasks, "fallback": affected.fallback,
      "warnings": affected.warnings,
    ])
  }
}
