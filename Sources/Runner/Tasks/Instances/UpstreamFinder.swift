import Base
import Graph

/// Finds the instances that `gen` and `^gen` mean in `dependsOn`.
struct UpstreamFinder {
  private let graph: WorkspaceGraph
  private let instances: [TaskInstance]
  private let byTask: [String: [Int]]
  /// Positions by task and module.
  private let holders: [String: [ModuleID: [Int]]]

  init(_ instances: [TaskInstance], in graph: WorkspaceGraph) {
    self.graph = graph
    self.instances = instances
    byTask = Dictionary(grouping: instances.indices) { instances[$0].id.task }
    holders = byTask.mapValues { positions in
      var holders: [ModuleID: [Int]] = [:]
      for position in positions {
        for module in instances[position].modules { holders[module, default: []].append(position) }
      }
      return holders
    }
  }

  /// Finds instances of `gen` in the same place. A module also gets its package's instance, and a package those of its
  /// modules.
  func beside(_ instance: TaskInstance, _ task: String) -> [Int] {
    (byTask[task] ?? []).filter { position in
      let place = instances[position].id.place
      guard place.package == instance.id.place.package else { return false }
      return place.module == nil || instance.id.place.module == nil || place == instance.id.place
    }
  }

  /// Finds instances of `^gen` in the dependencies: the nearest instance on every path down.
  func upstream(of instance: TaskInstance, _ task: String) -> [Int] {
    let holders = holders[task] ?? [:]
    let own = Set(instance.modules)
    var found: Set<Int> = []
    var seen = own
    var open = instance.modules
    while let next = open.popLast() {
      guard let index = graph.index(of: next) else { continue }
      for edge in graph.modules[index].edges {
        let module = graph.modules[edge.target].id
        guard seen.insert(module).inserted else { continue }
        if let positions = holders[module] { found.formUnion(positions) } else { open.append(module) }
      }
    }
    return found.sorted()
  }
}
