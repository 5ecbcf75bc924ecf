package import Base
package import SwiftSources

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

  package func build() throws(Failure) -> Result {
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

  private func modules(of package: EvaluatedPackage, at index: PackageIndex) throws(Failure) -> [ModuleNode] {
    guard let manifest = package.manifest else {
      return [
        ModuleNode(
          id: ModuleID(package: package.folder, name: "?"), kind: .unknown, package: index,
          layout: package.outcome == .missing ? .nothing : TargetLayout(folder: package.folder),
          edges: [], externalPackages: [])
      ]
    }
    let locator = TargetLocator(package: package.folder, manifest: manifest, tree: tree, links: links)
    var nodes = try manifest.targets.sorted { $0.name < $1.name }.map { target throws(Failure) in
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
    warnings += OutsidePlaces(links: links).mark(&modules, nodes)
  }

  private func unresolved(_ module: ModuleID, _ dependency: String) -> Warning {
    Warning(
      code: "unresolved-dependency",
      message: "\(module) depends on \"\(dependency)\", but no declared package provides it")
  }
}

/// The traits of each package that may be on in some build.
///
/// A package can be built as root with its defaults, and as a dependency with the traits that its dependents enable.
/// The condition of an edge is compared with the union of both: an edge that could exist in some build counts.
struct TraitResolution {
  private let enabled: Indexed<PackageIndex, Set<String>>

  /// `requested` has the traits that every build enables in its root.
  init(_ packages: Indexed<PackageIndex, PackageNode>, requested: RequestedTraits) {
    var enabled = packages.mapped { package in
      requested.enabled(in: package.traits).union(package.problem == nil ? ["default"] : [])
    }
    for edge in packages.lazy.flatMap(\.dependencies) {
      for target in edge.packages { enabled[target].formUnion(edge.traits.map(\.name)) }
    }
    self.enabled = Indexed(zip(packages, enabled).map { $0.traits.enabled(by: $1) })
  }

  func mayHold(_ condition: BuildCondition, in package: PackageIndex) -> Bool {
    condition.traits.isEmpty || !enabled[package].isDisjoint(with: condition.traits)
  }
}

extension [TraitDescription] {
  /// Returns the traits of those names, and all that these enable in turn.
  func enabled(by names: Set<String>) -> Set<String> {
    if isEmpty { return names }
    var enabled = names
    var pending = Array<String>(names)
    while let name = pending.popLast() {
      for next in first(where: { $0.name == name })?.enabledTraits ?? []
      where enabled.insert(next).inserted { pending.append(next) }
    }
    return enabled
  }
}

/// The traits that the user enables in the root of each build.
package struct RequestedTraits: Sendable, Hashable {
  /// nil for the root's defaults. With names, the defaults are on only where `default` is among them.
  package var names: [String]?
  /// True when all traits are on, even those that `names` leaves out.
  package var all: Bool

  package init(names: [String]? = nil, all: Bool = false) {
    self.names = names
    self.all = all
  }

  /// Returns the traits enabled in a root, without those that these enable in turn.
  package func enabled(in declared: [TraitDescription]) -> Set<String> {
    all ? Set(declared.map(\.name)).union(["default"]) : Set(names ?? ["default"])
  }

  /// The traits as a text that can be compared.
  package var text: String { "\(names?.joined(separator: ",") ?? "defaults")\(all ? " all" : "")" }
}

/// A package folder with the value of its manifest.
package struct EvaluatedPackage: Sendable {
  package enum Outcome: Sendable, Hashable {
    case known(PackageManifest)
    /// The manifest cannot be evaluated. The text is the compiler's error, or says what could not be read.
    case unknown(String)
    /// A dependency leads to the folder, and there is no package. Some program may make it later, or it lies elsewhere.
    case missing
  }

  package let folder: RelativePath
  package let outcome: Outcome

  package var manifest: PackageManifest? {
    if case .known(let manifest) = outcome { manifest } else { nil }
  }
}

/// An edge from a package to one that its manifest names.
package struct PackageEdge: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case package(PackageIndex)
    /// A folder outside of the repository. Its contents are not known.
    case unknown
    /// A folder of the repository in which there is no package. Packages of the same identity stand in for it.
    case missing
    /// A package from a repository or a registry.
    case remote
  }

  package let target: Target
  /// Packages of the workspace with the identity of a target that lies elsewhere. Xcode builds them in its place.
  package var standIns: [PackageIndex] = []
  /// SwiftPM's identity of the dependency, made from the path or location as it is written.
  package let identity: String
  /// True when symbolic links are on the way. SwiftPM sees such a package at the link, and takes it for another package
  /// than the one at the end.
  package var isLinked = false
  package var traits = [PackageDependency.Trait(name: "default")]

  /// The index of the target, when it is a package of the workspace.
  package var package: PackageIndex? {
    if case .package(let index) = target { index } else { nil }
  }

  /// True when the package that SwiftPM builds lies in the workspace.
  var isInWorkspace: Bool { package != nil || target == .missing && !standIns.isEmpty }

  /// Returns the edge for a graph whose packages have other indices.
  func renumbered(_ new: Indexed<PackageIndex, PackageIndex>) -> PackageEdge {
    let target: Target = if case .package(let index) = target { .package(new[index]) } else { target }
    return PackageEdge(
      target: target, standIns: standIns.map { new[$0] }, identity: identity, isLinked: isLinked,
      traits: traits)
  }

  /// The packages of the workspace that are built for the edge, by SwiftPM or in Xcode.
  package var packages: [PackageIndex] { package.map { [$0] } ?? standIns }
}

/// Resolves the paths of dependencies. No other code looks at them.
extension LinkMap {
  /// Returns the folder that a dependency of the package in `folder` leads to. It is nil for a dependency that is not a
  /// path, and for a path out of the repository.
  func place(of dependency: PackageDependency, from folder: RelativePath) -> Resolved? {
    guard case .path(let path) = dependency.source, !path.hasPrefix("~") else { return nil }
    let place = path.hasPrefix("/") ? relative(absolute: path.utf8) : folder.appending(path)
    return place.flatMap(resolve).flatMap { leavesRepository($0.path) ? nil : $0 }
  }

  /// Returns the folder of a package outside of the repository; nil for any other dependency. A path from the home
  /// folder stays as it is written: `~/Kit`.
  func placeOutside(of dependency: PackageDependency, from folder: RelativePath) -> RelativePath? {
    guard case .path(let path) = dependency.source, place(of: dependency, from: folder) == nil else {
      return nil
    }
    if path.hasPrefix("~") { return RelativePath(path) }
    let place = path.hasPrefix("/") ? seen(absolute: path.utf8) : folder.appending(path)
    return place.flatMap(resolve)?.path ?? place ?? RelativePath(path)
  }

  /// Returns an edge for each dependency, in the order of the manifest. `packages` has the index of each package by
  /// folder. `identities` has the indices of all packages that exist, by identity.
  func edges(
    of package: EvaluatedPackage, among packages: [RelativePath: PackageIndex],
    _ identities: [String: [PackageIndex]], workspaceName: String
  ) -> [PackageEdge] {
    (package.manifest?.dependencies ?? []).map { dependency in
      let place = place(of: dependency, from: package.folder)
      let isLinked = place.map { !$0.links.isEmpty } ?? false
      if let known = place.flatMap({ packages[$0.path] }) {
        return PackageEdge(
          target: .package(known), identity: dependency.identity, isLinked: isLinked,
          traits: dependency.traits)
      }
      let identity = place.map { PackageIdentity.of(folder: $0.path, workspaceName: workspaceName) }
      let standIns = (identities[identity ?? dependency.identity] ?? []).filter {
        $0 != packages[package.folder]
      }
      let target: PackageEdge.Target = !dependency.isLocal ? .remote : place == nil ? .unknown : .missing
      return PackageEdge(
        target: target, standIns: standIns, identity: dependency.identity, isLinked: isLinked,
        traits: dependency.traits)
    }
  }
}

extension PackageDependency {
  /// SwiftPM's identity of the package.
  package var identity: String {
    switch source {
    case .path(let path): PackageIdentity.of(location: path)
    case .sourceControl(let location, _): PackageIdentity.of(location: location)
    case .registry(let id, _): id.lowercased()
    }
  }

  var isLocal: Bool {
    if case .path = source { true } else { false }
  }
}
