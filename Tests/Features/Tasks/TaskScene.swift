import Base
import Graph
import TestSupport

@testable import Features

/// Tasks over a graph sketch, in the words of workspace.json.
struct TaskScene {
  let instances: TaskInstances

  init(_ sketch: String, tasks: String, tags: String = "[]") throws {
    let text = "{\"tags\": \(tags), \"tasks\": {\(tasks)}}"
    let config = try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
    instances = TaskInstances(config, in: GraphSketch.graph(sketch))
  }

  var names: [String] { instances.all.map(\.id.description) }

  /// What is done before an instance, by name.
  func before(_ name: String) -> [String] {
    guard let position = names.firstIndex(of: name) else { return ["no \(name)"] }
    return instances.before[position].map { names[$0] }
  }

  func instance(_ name: String) -> TaskInstance? { instances.all.first { $0.id.description == name } }
}
