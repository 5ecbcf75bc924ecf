package import Base

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
  ) throws {
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

  /// All tags of the modules.
  package var all: Set<String> { tags.reduce(into: []) { $0.formUnion($1) } }
}
