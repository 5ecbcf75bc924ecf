import Support

/// Adds to a graph what sources use of other modules though no manifest declares it: imports, and C
/// includes by paths that leave the module.
struct UndeclaredImports {
  private let graph: WorkspaceGraph
  private let modulesByName: [String: [Int]]

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    var modules: [String: [Int]] = [:]
    for (index, module) in graph.modules.enumerated() where module.kind != .unknown && module.kind != .plugin
    {
      for name in ModuleName.names(of: module.id.name) { modules[name, default: []].append(index) }
    }
    // An alias may be asked for anywhere below the package that declares it.
    var aliased: [String: [Int]] = [:]
    for dependency in graph.packages.lazy.compactMap(\.manifest).flatMap(\.targets).flatMap(\.dependencies) {
      for (name, alias) in dependency.moduleAliases {
        aliased[alias, default: []] += modules[name] ?? []
      }
    }
    modulesByName = modules.merging(aliased) { Set($0 + $1).sorted() }
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
      guard let bearers = modulesByName[name], !bearers.contains(module) else { continue }
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

/// Which modules a module reaches by declared edges, asked for one module after another.
private struct DeclaredClosure {
  private let graph: WorkspaceGraph
  private var module: Int?
  /// Where `seen` equals `round`, the module is reached.
  private var seen: [Int]
  private var round = 0

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    seen = Array(repeating: 0, count: graph.modules.count)
  }

  mutating func reaches(_ target: Int, from start: Int) -> Bool {
    if module != start { walk(from: start) }
    return seen[target] == round
  }

  /// A condition on a direct edge is the author's own; one further away may leave the import uncovered.
  private mutating func walk(from start: Int) {
    module = start
    round += 1
    var pending = graph.modules[start].edges.map(\.target)
    for target in pending { seen[target] = round }
    while let next = pending.popLast() {
      for edge in graph.modules[next].edges where edge.platforms.isEmpty && seen[edge.target] != round {
        seen[edge.target] = round
        pending.append(edge.target)
      }
    }
  }
}
