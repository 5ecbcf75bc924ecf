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

  /// The edges, sorted by target module.
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

/// Adds an edge from each test module to each executable of its own package. `swift test` builds all of them, so a test
/// can start one without a declaration in the manifest. A plain target with a `main.swift` is an executable for SwiftPM.
enum StartableExecutables {
  static func added(to graph: WorkspaceGraph) -> WorkspaceGraph {
    var result = graph
    for package in graph.packages {
      let executables = package.modules.filter { graph.modules[$0].isExecutable }
      for test in package.modules where graph.modules[test].kind == .test {
        for executable in executables { result.modules[test].edges.add(executable, .mayStart) }
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
