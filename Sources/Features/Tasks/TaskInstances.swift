import Base
import Graph

/// Every instance of every task of a workspace, and the instances that each one waits for.
struct TaskInstances: Sendable {
  /// Sorted by id.
  let all: [TaskInstance]
  /// For each position in `all`: the positions of the instances that come before, sorted.
  let before: [[Int]]
  private let positions: [TaskID: Int]

  init(_ config: WorkspaceConfig, in graph: WorkspaceGraph) {
    all = config.tasks.flatMap { Self.instances(of: $0, config, graph) }.sorted { $0.id < $1.id }
    positions = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    let finder = UpstreamFinder(all, in: graph)
    before = all.enumerated().map { position, instance in
      let found = instance.config.dependsOn.flatMap { dependency in
        dependency.isUpstream
          ? finder.upstream(of: instance, dependency.task) : finder.beside(instance, dependency.task)
      }
      return Set(found).subtracting([position]).sorted()
    }
  }

  func position(of id: TaskID) -> Int? { positions[id] }

  func positions(of task: String) -> [Int] { all.indices.filter { all[$0].id.task == task } }

  private static func instances(
    of task: TaskConfig, _ config: WorkspaceConfig, _ graph: WorkspaceGraph
  ) -> [TaskInstance] {
    let modules = graph.listedModules.map(\.id)
    let byPackage = Dictionary(grouping: modules, by: \.package)
    let packages = graph.packages.filter { !$0.isMissing }.map(\.folder)
    var places: Set<TaskPlace> = []
    if task.match.isEmpty { places = Set(packages.map { .package($0) }) }
    for match in task.match {
      switch match {
      case .tag(let tag):
        places.formUnion(modules.filter { config.tags(of: $0).contains(tag) }.map { .module($0) })
      case .modules(let pattern) where match.isForPackages:
        places.formUnion(packages.filter { pattern.matches(package: $0) }.map { .package($0) })
      case .modules(let pattern): places.formUnion(modules.filter(pattern.matches).map { .module($0) })
      }
    }
    return places.map { place in
      TaskInstance(task, in: place, modules: place.module.map { [$0] } ?? byPackage[place.package] ?? [])
    }
  }
}

// MARK: Order

extension TaskInstances {
  /// Returns `roots` and all instances that come before them.
  func closure(of roots: Set<Int>) -> Set<Int> { Self.reached(from: roots) { before[$0] } }

  /// Returns `roots` and all instances that come after them.
  func followers(of roots: Set<Int>) -> Set<Int> {
    var after: [Int: [Int]] = [:]
    for (position, needed) in before.enumerated() {
      for need in needed { after[need, default: []].append(position) }
    }
    return Self.reached(from: roots) { after[$0] ?? [] }
  }

  private static func reached(from roots: Set<Int>, _ next: (Int) -> [Int]) -> Set<Int> {
    var found = roots
    var open = Array(roots)
    while let position = open.popLast() { open += next(position).filter { found.insert($0).inserted } }
    return found
  }

  /// Returns `positions` in an order in which each comes after the instances that it needs. Equals are sorted by name.
  func order(of positions: Set<Int>) throws(Failure) -> [Int] {
    var order: [Int] = []
    var done: Set<Int> = []
    var way: [Int] = []
    func visit(_ position: Int) throws(Failure) {
      if done.contains(position) { return }
      if let start = way.firstIndex(of: position) {
        let circle = (way[start...] + [position]).map { all[$0].id.description }
        throw Failure(
          code: "task-cycle",
          message: "tasks depend on each other in a cycle: \(circle.joined(separator: " -> "))",
          hints: ["remove one of them from \"dependsOn\", or a dependency between the modules"])
      }
      way.append(position)
      for need in before[position] where positions.contains(need) { try visit(need) }
      way.removeLast()
      done.insert(position)
      order.append(position)
    }
    for position in positions.sorted() { try visit(position) }
    return order
  }
}

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
