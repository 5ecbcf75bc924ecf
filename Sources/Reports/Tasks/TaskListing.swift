package import Config
package import Names
import Platform
import Support
package import Terminal

/// The tasks of a workspace, for whoever wants to know what there is to run.
package enum TaskListing {
  package struct Task: Sendable {
    let config: TaskConfig
    let places: [TaskPlace]

    package init(config: TaskConfig, places: [TaskPlace]) {
      self.config = config
      self.places = places
    }
  }

  /// `lint   12 packages   swift-format lint -r Sources`
  package static func lines(_ tasks: [Task], width: Int?) -> [StyledText] {
    guard !tasks.isEmpty else {
      return ["No tasks", StyledText("they stand in workspace.json, under \"tasks\"; docs/tasks.md", .dim)]
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

  package static func json(_ tasks: [Task]) -> String {
    let tasks: [JSON] = tasks.map { task in
      [
        "task": task.config.name, "command": task.config.command,
        "match": task.config.match.map(\.description), "places": task.places.map(\.description),
      ]
    }
    return JSON.report(["tasks": tasks])
  }
}
