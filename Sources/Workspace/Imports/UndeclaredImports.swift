import Support

/// Adds to a graph what sources use of other modules though no manifest declares it: imports, and C
/// includes by paths that leave the module.
struct UndeclaredImports {
  private let graph: WorkspaceGraph
  private let modulesByName: ModulesByName

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    modulesByName = ModulesByName(graph)
  }

  func added(_ found: [[ImportScan.Found]], _ tree: any FileTree, _ links: LinkMap) throws -> WorkspaceGraph {
    var result = graph
    var closure = DeclaredClosure(graph)
    for module in graph.modules.indices {
      let targets = undeclared(by: module, Set(found[module].flatMap(\.imports.modules)), &closure)
      result.modules[module].edges += targets.map { ModuleEdge(target: $0, kind: .undeclaredImport) }
      result.modules[module].edges.sort { $0.target < $1.target }
      let included = try found[module].flatMap { try inputs(of: $0, tree, links) }
      let layout = graph.modules[module].layout
      let new = Set(included).filter { !layout.owns($0) && !layout.reads($0) }
      result.modules[module].layout.inputs += new.sorted()
    }
    return result
  }

  /// A name is declared when some module that bears it can be reached; which one is SwiftPM's affair. Of an
  /// undeclared name every bearer counts.
  private func undeclared(by module: Int, _ names: Set<String>, _ closure: inout DeclaredClosure) -> [Int] {
    var found: Set<Int> = []
    for name in names {
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module) else { continue }
      let edges = graph.modules[module].edges
      if edges.contains(where: { bearers.contains($0.target) }) { continue }
      if bearers.contains(where: { closure.reaches($0, from: module) }) { continue }
      found.formUnion(bearers)
    }
    return found.sorted()
  }

  /// The files included from outside, with what lies beside them: a header includes its neighbours.
  private func inputs(
    of found: ImportScan.Found, _ tree: any FileTree, _ links: LinkMap
  ) throws -> [RelativePath] {
    try found.imports.includes.compactMap { include in
      guard let path = links.resolve(found.folder.appending(include))?.path,
        try tree.kind(of: path) != nil
      else { return nil }
      return found.folder.isInside(path.parent) ? path : path.parent
    }
  }
}
