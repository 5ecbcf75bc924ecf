package import Base
import SwiftSources

/// Links evaluated packages into one graph of modules.
package struct GraphBuilder {
  package struct Result: Sendable {
    package let graph: WorkspaceGraph
    package let warnings: [Warning]
  }

  /// A path dependency and the folder that it leads to.
  struct PathDependency: Hashable {
    let dependent: RelativePath
    let path: String
    let folder: RelativePath
  }

  private let packages: [EvaluatedPackage]
  private let workspaceName: String
  private let tree: any FileTree
  private let links: LinkMap
  private let requestedTraits: RequestedTraits

  /// `workspaceName` is the name of the folder that is the workspace's root.
  package init(
    packages: [EvaluatedPackage], tree: any FileTree, links: LinkMap = .none, workspaceName: String,
    requestedTraits: RequestedTraits = RequestedTraits()
  ) {
    self.packages = packages.sorted { $0.folder < $1.folder }
    self.tree = tree
    self.links = links
    self.requestedTraits = requestedTraits
    self.workspaceName = workspaceName
  }

  /// Returns the folders that the path dependencies of `packages` lead to, even those that do not exist.
  static func pathDependencies(of packages: [EvaluatedPackage], links: LinkMap) -> [PathDependency] {
    packages.flatMap { package in
      (package.manifest?.dependencies ?? []).compactMap { dependency in
        guard case .path(let path) = dependency.source,
          let place = links.place(of: dependency, from: package.folder)
        else { return nil }
        return PathDependency(dependent: package.folder, path: path, folder: place.path)
      }
    }
  }

  package func build() throws -> Result {
    var modules: Indexed<ModuleIndex, ModuleNode> = []
    var nodes: Indexed<PackageIndex, PackageNode> = []
    let loose = PackageLinks(links: links, folders: Set(packages.map(\.folder)))
    let packages = Indexed<PackageIndex, EvaluatedPackage>(packages)
    let indices = Dictionary(uniqueKeysWithValues: packages.numbered.map { ($1.folder, $0) })
    var identities: [String: [PackageIndex]] = [:]
    for (index, package) in packages.numbered where package.outcome != .missing {
      identities[identity(of: package), default: []].append(index)
    }
    for (index, package) in packages.numbered {
      let own = try self.modules(of: package, at: index)
      let range = modules.endIndex..<modules.endIndex.advanced(by: own.count)
      modules.elements += own
      nodes.append(
        node(
          for: package, modules: range, loose.links(of: package.folder, own),
          links.edges(of: package, among: indices, identities, workspaceName: workspaceName)))
    }
    var warnings: [Warning] = []
    link(&modules, nodes, &warnings)
    return Result(
      graph: WorkspaceGraph(packages: nodes.elements, modules: modules.elements), warnings: warnings)
  }
}

// MARK: Nodes

extension GraphBuilder {
  private func node(
    for package: EvaluatedPackage, modules: Range<ModuleIndex>, _ links: [PackageLink],
    _ dependencies: [PackageEdge]
  ) -> PackageNode {
    let problem: String? =
      switch package.outcome {
      case .known: nil
      case .unknown(let text): text
      case .missing: "there is no package"
      }
    return PackageNode(
      folder: package.folder, identity: identity(of: package), manifest: package.manifest, problem: problem,
      isMissing: package.outcome == .missing, modules: modules, links: links, dependencies: dependencies)
  }

  private func identity(of package: EvaluatedPackage) -> String {
    PackageIdentity.of(folder: package.folder, workspaceName: workspaceName)
  }

  private func modules(of package: EvaluatedPackage, at index: PackageIndex) throws -> [ModuleNode] {
    guard let manifest = package.manifest else {
      return [
        ModuleNode(
          id: ModuleID(package: package.folder, name: "?"), kind: .unknown, package: index,
          layout: package.outcome == .missing ? .nothing : TargetLayout(folder: package.folder),
          edges: [], externalPackages: [])
      ]
    }
    let locator = TargetLocator(package: package.folder, manifest: manifest, tree: tree, links: links)
    var nodes = try manifest.targets.sorted { $0.name < $1.name }.map { target in
      ModuleNode(
        id: ModuleID(package: package.folder, name: target.name), kind: ModuleKind(target.kind),
        package: index, layout: try locator.layout(of: target), edges: [], externalPackages: [])
    }
    let tests = nodes.indices.filter { nodes[$0].kind == .test }
    let entryPoints = try locator.testEntryPoints(of: tests.map { nodes[$0].layout })
    for test in tests { nodes[test].layout.add(inputs: entryPoints) }
    return nodes
  }
}

// MARK: Edges

extension GraphBuilder {
  private func link(
    _ modules: inout Indexed<ModuleIndex, ModuleNode>, _ nodes: Indexed<PackageIndex, PackageNode>,
    _ warnings: inout [Warning]
  ) {
    let traits = TraitResolution(nodes, requested: requestedTraits)
    let resolver = DependencyResolver(
      packages: nodes, manifests: nodes.mapped(\.manifest),
      modulesByName: nodes.mapped { node in
        Dictionary(node.modules.map { (modules[$0].id.name, $0) }, uniquingKeysWith: { first, _ in first })
      },
      unknownModule: Dictionary(
        uniqueKeysWithValues: nodes.indices.filter { nodes[$0].manifest == nil }.map {
          ($0, nodes[$0].modules.lowerBound)
        }))
    // An unknown package gets no edges: its stand-in is always affected, and so are its dependents.
    for (index, node) in nodes.numbered {
      let descriptions = (node.manifest?.targets ?? []).sorted { $0.name < $1.name }
      for (description, module) in zip(descriptions, node.modules) {
        var collector = EdgeCollector(package: index, resolver: resolver, traits: traits)
        collector.add(description, of: modules)
        modules[module].edges = collector.edges
        modules[module].externalPackages = collector.externalPackages.sorted()
        warnings += collector.unresolved.map { unresolved(modules[module].id, $0) }
      }
    }
  }

  private func unresolved(_ module: ModuleID, _ dependency: String) -> Warning {
    Warning(
      code: "unresolved-dependency",
      message: "\(module) depends on \"\(dependency)\", but no declared package provides it")
  }
}
