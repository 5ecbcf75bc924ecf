package import ModuleGraph
package import Names
package import Support

/// Which module a source file belongs to, for blaming an error on it.
package struct SourceModules: Sendable {
  private var modules: [RelativePath: ModuleID] = [:]

  package init(_ folders: some Sequence<(folder: RelativePath, module: ModuleID)>) {
    for (folder, module) in folders { modules[folder] = module }
  }

  package init(_ graph: WorkspaceGraph) {
    self.init(graph.modules.compactMap { node in node.layout.folder.map { ($0, node.id) } })
  }

  /// The module with the innermost folder around the file, which is relative to the workspace.
  package func module(of file: String) -> ModuleID? {
    guard !file.hasPrefix("/") else { return nil }
    return RelativePath(file).withAncestors.reversed().lazy.compactMap { modules[$0] }.first
  }
}
