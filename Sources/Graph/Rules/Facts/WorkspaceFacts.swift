package import Base

/// What rules are checked against: gathered once, whatever the rules are.
package struct WorkspaceFacts: Sendable {
  package let graph: WorkspaceGraph
  let imported: ImportedNames
  /// The imports of each module that its manifest does not cover.
  let uses: Indexed<ModuleIndex, [ImportUse]>
  let modulesByName: ModulesByName
  let tree: any FileTree
  /// Modules that have sources which the tree does not show, so that not all of their imports are known.
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

  /// The indices of the modules that people may see.
  var listed: some Sequence<ModuleIndex> {
    graph.modules.indices.lazy.filter { graph.modules[$0].kind != .unknown }
  }

  /// Whether a source of the module may import what nobody has seen.
  func mayImportMore(_ module: ModuleNode) -> Bool {
    partlySeen.contains(module.id)
      || imported.unread.contains { module.layout.owns($0) || module.layout.reads($0) }
  }
}

/// An import of a module of the workspace that the manifest does not name.
struct ImportUse: Sendable, Hashable {
  let name: String
  /// The modules that the name may mean, of which at most one is.
  let bearers: [ModuleIndex]
  /// Whether a declared dependency leads there by way of others.
  let isReached: Bool
  /// Whether the manifest names it under a trait that nobody enables: declared, and held against the rules.
  let isConditional: Bool
  let site: ImportSite
}

extension ModuleEdge.Kind {
  /// True for edges that no source has to bear out: declared ones, and products that a target of a project links. The app that
  /// a test bundle runs in is no dependency here.
  var isCertain: Bool { isDeclared || self == .implicit }
}

/// One module's need of another, declared or imported.
struct Dependency: Sendable, Hashable {
  let from: ModuleIndex
  let to: ModuleIndex
  /// nil: the manifest or the project says so.
  let site: ImportSite?
}

extension WorkspaceFacts {
  /// Every need that is certain: by module, then by the other module.
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

  /// Every tag that some module has.
  package var all: Set<String> { tags.reduce(into: []) { $0.formUnion($1) } }
}
