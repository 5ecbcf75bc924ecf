package import Config
package import ModuleGraph

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
