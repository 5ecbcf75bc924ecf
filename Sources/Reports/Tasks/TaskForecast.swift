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
      return [StyledText("Nothing to run", .good) + StyledText(": the change reaches none of it")]
    }
    let running = tasks.filter(\.runs)
    let headline = StyledText("\(running.count) of \(Wording.count(tasks.count, "task")) to run", .heading)
    return [headline] + section("Run", running, width)
      + section("Passed before", tasks.filter { !$0.runs }, width)
  }

  private static func section(_ title: String, _ tasks: [TaskForecast], _ width: Int?) -> [StyledText] {
    guard !tasks.isEmpty else { return [] }
    var table = Table(columns: [
      .init(), .init(truncation: .middle, narrowest: 30), .init(truncation: .middle, narrowest: 16),
    ])
    for task in tasks {
      table.add([
        StyledText("  ") + StyledText(task.id.task, .heading), StyledText(task.id.place.description, .module),
        StyledText(task.reason, .dim),
      ])
    }
    return ["", StyledText(title, .heading) + StyledText(" \(tasks.count)", .dim)] + table.lines(width: width)
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
