import Manifests
import Names
package import Support

extension WorkspaceGraph {
  /// The graph with packages from elsewhere in it, and with edges to them from whatever uses their products. `tree` has
  /// the files of both.
  ///
  /// All else is as it was, besides the indices; what is used of packages that are not among `externals` is still told
  /// as external.
  package func joined(
    with externals: [ExternalPackage], in tree: any FileTree, requestedTraits: RequestedTraits
  ) throws -> WorkspaceGraph {
    guard !externals.isEmpty, !packages.contains(where: { $0.folder.isInside(ExternalPackage.root) }) else {
      return self
    }
    let identities = Set(externals.map(\.identity))
    let users = packages.filter { node in
      node.modules.contains { !modules[$0].externalPackages.isEmpty }
    }
    let declared = users.compactMap { node in
      node.manifest.map {
        EvaluatedPackage(folder: node.folder, outcome: .known($0.leading(to: identities, from: node.folder)))
      }
    }
    let added = externals.map {
      EvaluatedPackage(
        folder: $0.folder, outcome: .known($0.manifest.leading(to: identities, from: $0.folder)))
    }
    let name = packages.first { $0.folder.isRoot }?.identity ?? ""
    let part = try GraphBuilder(
      packages: declared + added, tree: tree, workspaceName: name, requestedTraits: requestedTraits
    ).build().graph
    return GraphJoin(whole: self, part: part, added: Set(externals.map(\.folder))).graph
  }
}

extension PackageManifest {
  /// As if it named those of the packages that are meant by where they stand.
  fileprivate func leading(to identities: Set<String>, from folder: RelativePath) -> PackageManifest {
    var result = self
    for (index, dependency) in dependencies.enumerated() where !dependency.isLocal {
      guard identities.contains(dependency.identity) else { continue }
      let place = ExternalPackage.folder(of: dependency.identity)
      result.dependencies[index].source = .path(place.seen(from: folder).description)
    }
    return result
  }
}

/// Puts the packages of `added`, out of a graph that has them and all that use them, into the graph of a workspace.
private struct GraphJoin {
  private let whole: WorkspaceGraph
  private let part: WorkspaceGraph
  private let added: Set<RelativePath>
  private var packageNumbers: [RelativePath: PackageIndex] = [:]
  private var moduleNumbers: [ModuleID: ModuleIndex] = [:]

  init(whole: WorkspaceGraph, part: WorkspaceGraph, added: Set<RelativePath>) {
    self.whole = whole
    self.part = part
    self.added = added
    var count = 0
    for (number, (graph, index)) in sources.enumerated() {
      let node = graph.packages[index]
      packageNumbers[node.folder] = PackageIndex(number)
      for module in node.modules {
        moduleNumbers[graph.modules[module].id] = ModuleIndex(count)
        count += 1
      }
    }
  }

  /// Every package once, sorted by folder, with the graph that it is taken from.
  private var sources: [(WorkspaceGraph, PackageIndex)] {
    let new = part.packages.indices.filter { added.contains(part.packages[$0].folder) }
    return (whole.packages.indices.map { (whole, $0) } + new.map { (part, $0) })
      .sorted { $0.0.packages[$0.1].folder < $1.0.packages[$1.1].folder }
  }

  var graph: WorkspaceGraph {
    var packages: [PackageNode] = []
    var modules: [ModuleNode] = []
    for (graph, index) in sources {
      let node = graph.packages[index]
      let number = PackageIndex(packages.count)
      let start = ModuleIndex(modules.count)
      modules += node.modules.map { module(graph.modules[$0], of: graph, in: number) }
      packages.append(package(node, of: graph, start..<ModuleIndex(modules.count)))
    }
    return WorkspaceGraph(packages: packages, modules: modules)
  }

  private func package(
    _ node: PackageNode, of graph: WorkspaceGraph, _ modules: Range<ModuleIndex>
  ) -> PackageNode {
    var edges = node.dependencies.map { renumbered($0, of: graph) }
    if !added.contains(node.folder), let same = part.package(at: node.folder) {
      for (index, edge) in part.packages[same].dependencies.enumerated() {
        if let target = edge.package, added.contains(part.packages[target].folder) {
          edges[index] = renumbered(edge, of: part)
        }
      }
    }
    return PackageNode(
      folder: node.folder, identity: node.identity, encodedManifest: node.encodedManifest,
      problem: node.problem, isMissing: node.isMissing, modules: modules, links: node.links,
      dependencies: edges, traits: node.traits)
  }

  private func module(_ node: ModuleNode, of graph: WorkspaceGraph, in package: PackageIndex) -> ModuleNode {
    var edges = node.edges.compactMap { renumbered($0, of: graph) }
    var externalPackages = node.externalPackages
    if !added.contains(node.id.package), let same = part.index(of: node.id) {
      edges += part.modules[same].edges.compactMap { edge in
        added.contains(part.modules[edge.target].id.package) ? renumbered(edge, of: part) : nil
      }
      externalPackages = part.modules[same].externalPackages
    }
    return ModuleNode(
      id: node.id, kind: node.kind, package: package, layout: node.layout,
      edges: edges.sorted { $0.target < $1.target }, externalPackages: externalPackages)
  }

  private func renumbered(_ edge: ModuleEdge, of graph: WorkspaceGraph) -> ModuleEdge? {
    moduleNumbers[graph.modules[edge.target].id].map {
      ModuleEdge(target: $0, kind: edge.kind, platforms: edge.platforms)
    }
  }

  private func renumbered(_ edge: PackageEdge, of graph: WorkspaceGraph) -> PackageEdge {
    let number = edge.package.flatMap { packageNumbers[graph.packages[$0].folder] }
    return PackageEdge(
      number.map { .package($0) } ?? edge.target,
      standIns: edge.standIns.compactMap { packageNumbers[graph.packages[$0].folder] },
      identity: edge.identity, isLinked: edge.isLinked, traits: edge.traits)
  }
}
