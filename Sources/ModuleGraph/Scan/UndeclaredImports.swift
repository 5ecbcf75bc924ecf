/// Adds to a graph the modules that sources import though no manifest declares it.
struct UndeclaredImports {
  private let graph: WorkspaceGraph
  private let modulesByName: ModulesByName

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    modulesByName = ModulesByName(graph)
  }

  func added(_ found: Indexed<ModuleIndex, [ImportScan.Found]>) -> WorkspaceGraph {
    var result = graph
    var closure = DeclaredClosure(graph)
    for module in graph.modules.indices {
      let targets = undeclared(by: module, Set(found[module].flatMap(\.imports.modules)), &closure)
      // The import says more than the edge to a stand-in.
      result.modules[module].edges.removeAll { targets.contains($0.target) }
      result.modules[module].edges += targets.map { ModuleEdge(target: $0, kind: .undeclaredImport) }
      result.modules[module].edges.sort { $0.target < $1.target }
    }
    return result
  }

  /// A name is declared when some module that bears it can be reached; which one is SwiftPM's affair. Of an
  /// undeclared name every bearer counts.
  private func undeclared(by module: ModuleIndex, _ names: Set<String>, _ closure: inout DeclaredClosure)
    -> [ModuleIndex]
  {
    var found: Set<ModuleIndex> = []
    for name in names {
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module) else { continue }
      let edges = graph.modules[module].edges
      if edges.contains(where: { $0.kind != .standIn && bearers.contains($0.target) }) { continue }
      if bearers.contains(where: { closure.reaches($0, from: module) }) { continue }
      found.formUnion(bearers)
    }
    return found.sorted()
  }
}
