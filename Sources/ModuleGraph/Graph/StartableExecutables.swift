import Names

/// Adds an edge from each test module to each executable of its own package: `swift test` builds all of them, so a test
/// can start one that lies beside it, and no manifest has to say so.
enum StartableExecutables {
  static func added(to graph: WorkspaceGraph) -> WorkspaceGraph {
    var result = graph
    for package in graph.packages {
      let executables = package.modules.filter { graph.modules[$0].kind == .executable }
      for test in package.modules where graph.modules[test].kind == .test {
        for executable in executables { result.modules[test].edges.add(executable, .mayStart) }
      }
    }
    return result
  }
}

extension [ModuleEdge] {
  /// Adds an edge that holds on all platforms. An edge that is there already holds on all of them from then on.
  mutating func add(_ target: ModuleIndex, _ kind: ModuleEdge.Kind) {
    if let known = firstIndex(where: { $0.target == target }) {
      self[known].platforms = []
      return
    }
    let place = firstIndex { $0.target > target } ?? endIndex
    insert(ModuleEdge(target: target, kind: kind), at: place)
  }
}
