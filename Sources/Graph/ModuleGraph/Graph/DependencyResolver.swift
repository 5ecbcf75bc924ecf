import Base
import SwiftSources

/// Finds the modules that the dependencies of a manifest lead to.
struct DependencyResolver {
  /// The result for one dependency of a target, or one plugin that it uses.
  enum Resolution {
    /// Modules of the workspace, by index.
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

  /// Returns a target of the package itself.
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
