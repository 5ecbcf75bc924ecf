package import Base
import SwiftSources

/// The facts that rules are checked against, collected once for all rules.
package struct WorkspaceFacts: Sendable {
  package let graph: WorkspaceGraph
  let imported: ImportedNames
  /// The imports of each module that its manifest does not cover.
  let uses: Indexed<ModuleIndex, [ImportUse]>
  let modulesByName: ModulesByName
  let tree: any FileTree
  /// Modules with sources that the tree does not show, so that some of their imports are unknown.
  private let partlySeen: Set<ModuleID>

  package init(
    graph: WorkspaceGraph, imported: ImportedNames, tree: any FileTree, partlySeen: Set<ModuleID> = []
  ) throws(Failure) {
    self.graph = graph
    self.imported = imported
    self.tree = tree
    self.partlySeen = partlySeen
    modulesByName = ModulesByName(graph, withAliases: false)
    uses = try UndeclaredUses(graph: graph, imported: imported, modulesByName: modulesByName).all(in: tree)
  }

  func module(_ index: ModuleIndex) -> ModuleNode { graph.modules[index] }

  /// The indices of the modules that reports may show.
  var listed: some Sequence<ModuleIndex> {
    graph.modules.indices.lazy.filter { graph.modules[$0].kind != .unknown }
  }

  /// Returns true when the module has sources whose imports are not known.
  func mayImportMore(_ module: ModuleNode) -> Bool {
    partlySeen.contains(module.id)
      || imported.unread.contains { module.layout.owns($0) || module.layout.reads($0) }
  }
}

/// An import of a module of the workspace that the manifest does not name.
struct ImportUse: Sendable, Hashable {
  let name: String
  /// The modules that the name may mean. Only one of them is really meant.
  let bearers: [ModuleIndex]
  /// True when a declared dependency leads to the module through others.
  let isReached: Bool
  /// True when the manifest names the module under a trait that no build enables. It counts as declared, and rules
  /// apply to it.
  let isConditional: Bool
  let site: ImportSite
}

extension ModuleEdge.Kind {
  /// True for edges that need no source to confirm them: declared ones, and products that a target of a project links.
  /// The app that a test bundle runs in is no dependency here.
  var isCertain: Bool { isDeclared || self == .implicit }
}

/// A dependency of one module on another, declared or imported.
struct Dependency: Sendable, Hashable {
  let from: ModuleIndex
  let to: ModuleIndex
  /// The place of the import; nil when the manifest or the project declares the dependency.
  let site: ImportSite?
}

extension WorkspaceFacts {
  /// All certain dependencies, sorted by module, then by the other module.
  var dependencies: [Dependency] {
    listed.flatMap { from in
      let declared = graph.modules[from].edges.filter { edge in
        edge.kind.isCertain && graph.modules[edge.target].kind != .unknown
      }.map { Dependency(from: from, to: $0.target, site: nil) }
      let imports = uses[from].filter { $0.bearers.count == 1 }.map { use in
        Dependency(from: from, to: use.bearers[0], site: use.site)
      }
      return (declared + imports).sorted { $0.to < $1.to }
    }
  }
}

/// The tags of all modules of a graph.
package struct ModuleTags: Sendable {
  private let tags: Indexed<ModuleIndex, Set<String>>

  package init(_ graph: WorkspaceGraph, _ config: WorkspaceConfig) {
    var tags = Indexed<ModuleIndex, Set<String>>(repeating: [], count: graph.modules.count)
    let entries = config.modules.filter { !$0.settings.tags.isEmpty }.map { ($0.pattern, $0.settings.tags) }
    let rules = entries + config.tags.map { ($0.match, $0.tags) }
    for package in graph.packages {
      // A folder is matched once for all of its modules.
      for (pattern, names) in rules where pattern.matches(package: package.folder) {
        for module in package.modules where pattern.isForPackages || pattern.matches(graph.modules[module].id)
        {
          tags[module].formUnion(names)
        }
      }
    }
    self.tags = tags
  }

  package subscript(module: ModuleIndex) -> Set<String> { tags[module] }

  package var all: Set<String> { tags.reduce(into: []) { $0.formUnion($1) } }
}

/// Finds the imports of workspace modules that a manifest does not name, with their places.
///
/// SwiftPM lets a source import any module that is built beside it. The graph takes every reachable module for
/// declared, but rules need the exact declarations.
struct UndeclaredUses {
  let graph: WorkspaceGraph
  let imported: ImportedNames
  let modulesByName: ModulesByName

  private struct Suspect {
    let name: String
    let bearers: [ModuleIndex]
    let isReached: Bool
    let isConditional: Bool
  }

  /// Returns the uses of all modules. Only the sources of modules with such imports are read.
  func all(in tree: any FileTree) throws(Failure) -> Indexed<ModuleIndex, [ImportUse]> {
    let sites = ImportSites(tree)
    var closure = DeclaredClosure(graph)
    let uses = try graph.modules.indices.map { module throws(Failure) -> [ImportUse] in
      let suspects = suspects(of: module, &closure)
      guard !suspects.isEmpty else { return [] }
      let places = try sites.sites(of: Set(suspects.map(\.name)), in: graph.modules[module])
      return suspects.compactMap { suspect in
        places[suspect.name].map {
          ImportUse(
            name: suspect.name, bearers: suspect.bearers, isReached: suspect.isReached,
            isConditional: suspect.isConditional, site: $0)
        }
      }
    }
    return Indexed(uses)
  }

  private func suspects(of module: ModuleIndex, _ closure: inout DeclaredClosure) -> [Suspect] {
    let declared = graph.modules[module].edges.filter(\.kind.isDeclared).map(\.target)
    return imported.byModule[module].compactMap { name in
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module), !bearers.contains(where: declared.contains),
        !isAlias(name, in: graph.modules[module])
      else { return nil }
      let reached = bearers.filter { closure.reaches($0, from: module) }
      return Suspect(
        name: name, bearers: reached.isEmpty ? bearers : reached, isReached: !reached.isEmpty,
        isConditional: isConditional(bearers, for: graph.modules[module]))
    }
  }

  private func dependencies(of module: ModuleNode) -> [TargetDependency] {
    let targets = graph.packages[module.package].manifest?.targets ?? []
    return targets.filter { $0.name == module.id.name }.flatMap(\.dependencies)
  }

  /// Returns true when the manifest gives that name to another module.
  private func isAlias(_ name: String, in module: ModuleNode) -> Bool {
    dependencies(of: module).contains { $0.moduleAliases.values.contains(name) }
  }

  /// Returns true for a dependency under a trait that no build enables. It has no edge, but is declared.
  private func isConditional(_ bearers: [ModuleIndex], for module: ModuleNode) -> Bool {
    let conditional = dependencies(of: module).filter { !$0.condition.traits.isEmpty }
    let names = Set(conditional.map(\.reference.name))
    guard !names.isEmpty else { return false }
    return bearers.contains { bearer in
      let products = graph.packages[graph.modules[bearer].package].manifest?.products ?? []
      let target = graph.modules[bearer].id.name
      return names.contains(target)
        || products.contains { names.contains($0.name) && $0.targets.contains(target) }
    }
  }
}

extension TargetDependency.Reference {
  /// The name of the target or the product.
  var name: String {
    switch self {
    case .target(let name), .product(let name, _), .byName(let name): name
    }
  }
}

/// Finds the modules that the dependencies of a target lead to, as far as the graph shows.
struct DependencyTargets {
  private let graph: WorkspaceGraph
  private let modules: [PackageIndex: Product]

  private struct Product {
    let manifest: PackageManifest
    let identity: String
  }

  /// Makes the finder for the targets of one package.
  init(of package: PackageIndex, in graph: WorkspaceGraph) {
    self.graph = graph
    let reached = graph.packages[package].modules.flatMap { graph.modules[$0].edges }.map {
      graph.modules[$0.target].package
    }
    var packages: [PackageIndex: Product] = [:]
    for index in Set(reached) where index != package {
      guard let manifest = graph.packages[index].manifest else { continue }
      packages[index] = Product(manifest: manifest, identity: graph.packages[index].identity)
    }
    modules = packages
  }

  /// Returns the indices of the workspace's modules that a dependency stands for, ascending. It is empty when the
  /// dependency leads elsewhere or is unclear.
  func modules(of dependency: TargetDependency, in module: ModuleIndex) -> [ModuleIndex] {
    let edges = graph.modules[module].edges.filter(\.kind.isDeclared).map(\.target)
    let own = edges.filter { graph.modules[$0].package == graph.modules[module].package }
    switch dependency.reference {
    case .target(let name): return own.filter { graph.modules[$0].id.name == name }
    case .product(let name, let package): return product(name, of: package, among: edges)
    case .byName(let name):
      let local = own.filter { graph.modules[$0].id.name == name }
      return local.isEmpty ? product(name, of: nil, among: edges) : local
    }
  }

  private func product(_ name: String, of package: String?, among edges: [ModuleIndex]) -> [ModuleIndex] {
    edges.filter { edge in
      guard let owner = modules[graph.modules[edge].package] else { return false }
      if let package = package?.lowercased(), package != owner.identity,
        package != owner.manifest.name.lowercased()
      {
        return false
      }
      let target = graph.modules[edge].id.name
      let products = owner.manifest.products.filter { $0.name == name }
      return products.isEmpty ? target == name : products.contains { $0.targets.contains(target) }
    }
  }
}
