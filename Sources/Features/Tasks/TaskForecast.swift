import Base
import Graph
import Reports

/// The plan for one task at one place: whether it would run, and why.
struct TaskForecast: Sendable {
  let id: TaskID
  let command: [String]
  /// The reason why the task is planned, or why it need not run.
  let reason: String
  /// True when the task would run: it has not passed with these inputs before.
  var runs: Bool
}

/// `run --dry-run` for people.
enum TaskForecastText {
  static func lines(_ tasks: [TaskForecast], width: Int?) -> [StyledText] {
    guard !tasks.isEmpty else {
      return ["\("Nothing to run", .good): the change affects no task"]
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
enum TaskForecastJSON {
  static func text(_ tasks: [TaskForecast], about affected: AffectedReport) -> String {
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

/// The tasks of a workspace, with the places where each runs.
enum TaskListing {
  struct Task: Sendable {
    let config: TaskConfig
    let places: [TaskPlace]
  }

  /// `lint   12 packages   swift-format lint -r Sources`
  static func lines(_ tasks: [Task], width: Int?) -> [StyledText] {
    guard !tasks.isEmpty else {
      return ["No tasks", StyledText("add one to workspace.json: \(TaskConfig.example)", .dim)]
    }
    let rows = tasks.map { task -> [StyledText] in
      [
        "\(task.config.name, .heading)", "\(count(task.places), .count)",
        "\(line(task.config.command), .dim)",
      ]
    }
    return Table([.left, .left, .end(20)], rows).lines(width: width)
  }

  private static func line(_ words: [String]) -> String {
    Command(executable: words.first ?? "", arguments: Array(words.dropFirst())).shellLine
  }

  private static func count(_ places: [TaskPlace]) -> String {
    let modules = places.count { $0.module != nil }
    let packages = places.count - modules
    let parts = [(packages, "package"), (modules, "module")].filter { $0.0 > 0 }
    return parts.isEmpty ? "matches nothing" : parts.map { Wording.count($0.0, $0.1) }.joined(separator: ", ")
  }

  static func json(_ tasks: [Task]) -> String {
    let tasks: [JSON] = tasks.map { task in
      [
        "task": task.config.name, "command": task.config.command,
        "match": task.config.match.map(\.description), "places": task.places.map(\.description),
      ]
    }
    return JSON.report(["tasks": tasks])
  }
}
