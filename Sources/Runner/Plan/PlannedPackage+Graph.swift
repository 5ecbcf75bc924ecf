package import Support
package import Workspace

extension PlannedPackage {
  /// What planning needs of every package of a graph that could be evaluated. `root` is the absolute path of the
  /// workspace, `readLockfile` gives the bytes of the `Package.resolved` in a package's folder, and `excuse` says
  /// why a module cannot be built on this machine.
  package static func all(
    of graph: WorkspaceGraph, root: String, readLockfile: (RelativePath) -> [UInt8]?,
    excuse: (ModuleID) -> String?
  ) -> [PlannedPackage] {
    let own = Set(graph.packages.map(\.identity))
    return graph.packages.enumerated().compactMap { index, node in
      guard let manifest = node.manifest else { return nil }
      let dependencies = dependencies(of: node, manifest, in: graph, root: root)
      let isPinned = dependencies.contains { if case .external = $0.target { true } else { false } }
      var planned = PlannedPackage(
        folder: node.folder, absoluteFolder: absolute(node.folder, root), name: manifest.name,
        identity: node.identity,
        modules: zip(manifest.targets.sorted { $0.name < $1.name }, graph.modules[node.modules]).map {
          module($0, products(of: $0, manifest, own: own), $1, graph, root, excuse)
        },
        products: manifest.products.map(\.name), dependencies: dependencies, traits: manifest.traits,
        pins: isPinned ? readLockfile(node.folder).flatMap { ResolvedPins(parsing: $0) } : nil)
      planned.executables = executables(of: manifest, in: node.folder)
      return planned
    }
  }

  /// SwiftPM adds a product for every executable target that no declared one is made of.
  private static func executables(
    of manifest: PackageManifest, in folder: RelativePath
  ) -> [String: Set<ModuleID>] {
    let declared = manifest.products.filter { $0.kind == .executable }.map { ($0.name, Set($0.targets)) }
    let used = declared.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    let added = manifest.targets.filter { $0.kind == .executable && !used.contains($0.name) }
      .map { ($0.name, Set([$0.name])) }
    return Dictionary(declared + added) { $0.union($1) }
      .mapValues { names in Set(names.map { ModuleID(package: folder, name: $0) }) }
  }

  private static func module(
    _ target: TargetDescription, _ products: [String], _ node: ModuleNode, _ graph: WorkspaceGraph,
    _ root: String,
    _ excuse: (ModuleID) -> String?
  ) -> PlannedModule {
    let declared = node.edges.filter { $0.kind != .undeclaredImport && $0.kind != .configured }
    var planned = PlannedModule(
      id: node.id, kind: target.kind, sourceFolder: node.layout.folder.map { absolute($0, root) },
      needs: declared.map { graph.modules[$0.target].id },
      products: products,
      hasUndeclaredImports: node.edges.contains { $0.kind == .undeclaredImport }, excuse: excuse(node.id))
    planned.runs = node.edges.filter { $0.kind == .configured }.map { graph.modules[$0.target] }
      .filter { $0.kind == .executable }.map(\.id)
    planned.hasRelativeFlags = target.settings.contains { setting in
      setting.name == "unsafeFlags" && RelativeFlags.exist(in: setting.values)
    }
    return planned
  }

  /// What a target takes from packages that are not of the workspace, whose identities are `own`.
  private static func products(
    of target: TargetDescription, _ manifest: PackageManifest, own: Set<String>
  ) -> [String] {
    target.dependencies.compactMap { dependency in
      let condition = dependency.condition
      let when = "\(condition.platforms) \(condition.configuration ?? "") \(condition.traits)"
      switch dependency.reference {
      case .product(let name, let package) where !own.contains(package?.lowercased() ?? ""):
        return "\(name) of \(package ?? "") on \(when)"
      case .byName(let name) where !manifest.targets.contains { $0.name == name }: return "\(name) on \(when)"
      case .target, .product, .byName: return nil
      }
    }
  }

  /// As the manifest lists them, and where its modules' edges lead: a path may go through a link.
  private static func dependencies(
    of node: PackageNode, _ manifest: PackageManifest, in graph: WorkspaceGraph, root: String
  ) -> [Dependency] {
    var linked = Set(
      graph.modules[node.modules].flatMap(\.edges)
        .filter { $0.kind != .undeclaredImport && $0.kind != .configured }
        .map { graph.packages[graph.modules[$0.target].package].folder })
    linked.remove(node.folder)
    let listed = manifest.dependencies.map { dependency in
      Dependency(target(of: dependency, from: node.folder, in: graph, root: root), traits: dependency.traits)
    }
    for case .workspace(let folder) in listed.map(\.target) { linked.remove(folder) }
    return listed + linked.sorted().map { Dependency(.workspace($0)) }
  }

  private static func target(
    of dependency: PackageDependency, from folder: RelativePath, in graph: WorkspaceGraph, root: String
  ) -> Target {
    switch dependency.source {
    case .path(let path):
      let relative =
        path.hasPrefix("/")
        ? path.hasPrefix(root + "/") ? RelativePath(String(path.dropFirst(root.count + 1))) : nil
        : folder.appending(path)
      guard let relative, graph.package(at: relative) != nil else { return .unknown }
      return .workspace(relative)
    case .sourceControl(let location, _): return .external(PackageIdentity.of(location: location))
    case .registry(let id, _): return .external(id.lowercased())
    }
  }

  private static func absolute(_ folder: RelativePath, _ root: String) -> String {
    folder.isRoot ? root : "\(root)/\(String(decoding: folder.bytes, as: UTF8.self))"
  }
}
