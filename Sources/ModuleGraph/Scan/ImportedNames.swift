package import Support

/// What the sources of each module of a graph import.
package struct ImportedNames: Sendable, Hashable {
  /// Names that some source imports, or asks for with `canImport`; sorted, each once.
  package let byModule: Indexed<ModuleIndex, [String]>
  /// Sources that could not be read, sorted: what they import is not known.
  package var unread: [RelativePath] = []
}

extension ImportScan {
  /// Reads what is not remembered, as the making of the graph does.
  package mutating func names(
    importedBy graph: WorkspaceGraph, in tree: any FileTree
  ) throws -> ImportedNames {
    let found = try imports(of: graph.modules.elements, in: tree)
    let byModule = found.byModule.map { roots in
      roots.count == 1 ? roots[0].imports.modules : Set(roots.flatMap(\.imports.modules)).sorted()
    }
    return ImportedNames(byModule: Indexed(byModule), unread: found.unread)
  }
}
