import Base
import SwiftSources

/// Gathers the edges of one module from its target's description.
struct EdgeCollector {
  private let package: PackageIndex
  private let resolver: DependencyResolver
  private let traits: TraitResolution
  private var found: [ModuleIndex: ModuleEdge] = [:]
  private(set) var externalPackages: Set<String> = []
  /// Names of dependencies that lead to nothing.
  private(set) var unresolved: [String] = []

  init(package: PackageIndex, resolver: DependencyResolver, traits: TraitResolution) {
    self.package = package
    self.resolver = resolver
    self.traits = traits
  }

  var edges: [ModuleEdge] { found.values.sorted { $0.target < $1.target } }

  mutating func add(_ description: TargetDescription, of modules: Indexed<ModuleIndex, ModuleNode>) {
    for dependency in description.dependencies where traits.mayHold(dependency.condition, in: package) {
      let (name, resolution) = resolve(dependency.reference)
      record(resolution, named: name, dependency.condition.platforms) { target in
        switch modules[target].kind {
        case .macro: .macro
        case .plugin: .plugin
        default: .dependency
        }
      }
    }
    for usage in description.pluginUsages {
      let resolution =
        usage.package == nil
        ? resolver.target(usage.name, in: package)
        : resolver.product(usage.name, package: usage.package, in: package)
      record(resolution, named: usage.name, []) { _ in .plugin }
    }
  }

  private func resolve(_ reference: TargetDependency.Reference) -> (String, DependencyResolver.Resolution) {
    switch reference {
    case .target(let name): return (name, resolver.target(name, in: package))
    case .product(let name, let owner): return (name, resolver.product(name, package: owner, in: package))
    case .byName(let name):
      if case .modules(let modules) = resolver.target(name, in: package) { return (name, .modules(modules)) }
      return (name, resolver.product(name, package: nil, in: package))
    }
  }

  private mutating func record(
    _ resolution: DependencyResolver.Resolution, named name: String, _ platforms: [String],
    kind: (ModuleIndex) -> ModuleEdge.Kind
  ) {
    switch resolution {
    case .nothing: unresolved.append(name)
    case .external(let identity, let standIns):
      externalPackages.insert(identity)
      for target in standIns { merge(ModuleEdge(target: target, kind: .standIn, platforms: platforms)) }
    case .modules(let targets):
      for target in targets { merge(ModuleEdge(target: target, kind: kind(target), platforms: platforms)) }
    }
  }

  /// Adds an edge. The same module may be named twice for different platforms; then the union counts.
  private mutating func merge(_ edge: ModuleEdge) {
    guard let known = found[edge.target] else {
      found[edge.target] = edge
      return
    }
    if known.kind == .standIn { found[edge.target]?.kind = edge.kind }
    let unrestricted = known.platforms.isEmpty || edge.platforms.isEmpty
    found[edge.target]?.platforms =
      unrestricted ? [] : Set(known.platforms).union(edge.platforms).sorted()
  }
}

/// Adds an edge from each test module to each executable and dynamic library of its own package. `swift test` builds all
/// of them, so a test can start or load one without a declaration in the manifest. A plain target with a `main.swift` is
/// an executable for SwiftPM.
enum ProductsBesideTests {
  static func added(to graph: WorkspaceGraph) -> WorkspaceGraph {
    var result = graph
    for package in graph.packages {
      let tests = package.modules.filter { graph.modules[$0].kind == .test }
      guard !tests.isEmpty else { continue }
      let loaded = Set(
        package.manifest?.products.filter { $0.kind == .library(.dynamic) }.flatMap(\.targets) ?? [])
      let products = package.modules.filter { module in
        graph.modules[module].isExecutable || loaded.contains(graph.modules[module].id.name)
      }
      for test in tests {
        for product in products { result.modules[test].edges.add(product, .mayStart) }
      }
    }
    return result
  }
}

extension ModuleNode {
  fileprivate var isExecutable: Bool {
    kind == .executable || kind == .library && layout.namedFiles.contains(FolderImports.program)
  }
}

extension [ModuleEdge] {
  /// Adds an edge for all platforms. A known edge then counts on all of them, too. A stand-in counts only in Xcode, so
  /// its kind is replaced.
  mutating func add(_ target: ModuleIndex, _ kind: ModuleEdge.Kind) {
    if let known = firstIndex(where: { $0.target == target }) {
      self[known].platforms = []
      if self[known].kind == .standIn { self[known].kind = kind }
      return
    }
    let place = firstIndex { $0.target > target } ?? endIndex
    insert(ModuleEdge(target: target, kind: kind), at: place)
  }
}

/// Finds the modules that the dependencies of a manifest lead to.
struct DependencyResolver {
  /// The result for one dependency of a target, or one plugin that it uses.
  enum Resolution {
    case modules([ModuleIndex])
    /// A product of a package outside the workspace, by identity. Xcode builds the modules `standIns` in its place.
    case external(String, standIns: [ModuleIndex])
    case nothing
  }

  let packages: Indexed<PackageIndex, PackageNode>
  /// The manifest of each package; nil when it cannot be evaluated.
  let manifests: Indexed<PackageIndex, PackageManifest?>
  /// Module indices of each package by target name.
  let modulesByName: Indexed<PackageIndex, [String: ModuleIndex]>
  /// The stand-in module of each unknown package.
  let unknownModule: [PackageIndex: ModuleIndex]

  func target(_ name: String, in package: PackageIndex) -> Resolution {
    modulesByName[package][name].map { .modules([$0]) } ?? .nothing
  }

  /// Returns a product's modules. `wanted` is the name of its package, when the manifest gives one.
  func product(_ name: String, package wanted: String?, in package: PackageIndex) -> Resolution {
    guard let manifest = manifests[package] else { return .nothing }
    var external: String?
    var standIns: [ModuleIndex] = []
    var unknown: [ModuleIndex] = []
    var named: [ModuleIndex] = []
    for (dependency, edge) in zip(manifest.dependencies, packages[package].dependencies) {
      guard matches(dependency, edge, wanted) else { continue }
      let found = edge.packages.flatMap { modules(ofProduct: name, in: $0) }
      let upToDate = edge.packages.compactMap { unknownModule[$0] }
      guard edge.isInWorkspace else {
        if external == nil || wanted != nil { external = edge.identity }
        standIns += found + upToDate
        continue
      }
      unknown += upToDate
      if !found.isEmpty { return .modules(found.sorted()) }
      if wanted != nil { named += edge.packages.flatMap { modulesByName[$0].values } }
    }
    // The product may come from a package that cannot be evaluated, so the module depends on that package.
    if !unknown.isEmpty { return .modules(unknown) }
    if let external { return .external(external, standIns: standIns) }
    // The package has no such product. SwiftPM will refuse it; until then all modules of the package count.
    return named.isEmpty ? .nothing : .modules(named.sorted())
  }

  private func matches(_ dependency: PackageDependency, _ edge: PackageEdge, _ wanted: String?) -> Bool {
    guard let wanted = wanted?.lowercased() else { return true }
    if dependency.explicitName?.lowercased() == wanted || edge.identity == wanted { return true }
    return edge.packages.contains { target in
      packages[target].identity == wanted || manifests[target]?.name.lowercased() == wanted
    }
  }

  private func modules(ofProduct name: String, in package: PackageIndex) -> [ModuleIndex] {
    guard let manifest = manifests[package] else { return [] }
    let declared = manifest.products.filter { $0.name == name }.flatMap(\.targets)
    if !declared.isEmpty { return declared.compactMap { modulesByName[package][$0] }.sorted() }
    // SwiftPM makes a product of every executable target that no declared product holds.
    let isExecutable = manifest.targets.contains { $0.name == name && $0.kind == .executable }
    return isExecutable ? modulesByName[package][name].map { [$0] } ?? [] : []
  }
}

/// Adds the edges that `dependsOn` of workspace.json asks for.
struct ConfiguredDependencies {
  let config: WorkspaceConfig

  func added(to graph: WorkspaceGraph) -> WorkspaceGraph {
    let entries = config.modules.filter { !$0.settings.dependsOn.isEmpty }
    guard !entries.isEmpty else { return graph }
    var result = graph
    for index in graph.modules.indices {
      let patterns = entries.filter { $0.pattern.matches(graph.modules[index].id) }.flatMap(
        \.settings.dependsOn)
      guard !patterns.isEmpty else { continue }
      let targets = graph.modules.indices.filter { target in
        target != index && patterns.contains { Self.matches($0, graph.modules[target]) }
      }
      for target in targets { result.modules[index].edges.add(target, .configured) }
    }
    return result
  }

  /// A package that cannot be evaluated may have any module of that name.
  private static func matches(_ pattern: ModulePattern, _ module: ModuleNode) -> Bool {
    module.kind == .unknown ? pattern.matches(package: module.id.package) : pattern.matches(module.id)
  }
}
