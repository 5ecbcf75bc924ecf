package import Base

/// What folders import by an id of their content, so that nothing is read twice.
///
/// A loaded table answers from its encoded form: ids stand sorted in one block and are searched
/// there, since putting tens of thousands of them into a dictionary takes longer than the lookups.
package struct ImportTable: Sendable {
  /// As decoded; `added` holds what came since.
  private let stored: StoredImports
  private var added: [ContentID: FolderImports] = [:]

  package init() {
    stored = .empty
  }

  /// Reads what `encoded` wrote. Bytes that are damaged, or of another version of the format or of
  /// the lexers, give an empty table: all of it can be had again from the files.
  package init(decoding bytes: [UInt8]) {
    stored = StoredImports(decoding: bytes) ?? .empty
  }

  /// nil when the content was never read.
  package subscript(id: ContentID) -> FolderImports? {
    added[id] ?? stored.imports(of: id)
  }

  package mutating func set(_ imports: FolderImports, for id: ContentID) {
    added[id] = imports
  }

  /// Whether anything was set since the table was made.
  package var hasChanges: Bool { !added.isEmpty }

  package var count: Int {
    stored.count + added.keys.count { stored.imports(of: $0) == nil }
  }

  /// The table as bytes, the same for the same entries, without those whose id is not wanted.
  package func encoded(keeping isWanted: (ContentID) -> Bool = { _ in true }) -> [UInt8] {
    var entries: [(id: ContentID, imports: FolderImports)] = []
    entries.reserveCapacity(stored.count + added.count)
    for (id, imports) in stored.entries where added[id] == nil && isWanted(id) {
      entries.append((id, imports))
    }
    for (id, imports) in added where isWanted(id) { entries.append((id, imports)) }
    entries.sort { $0.id < $1.id }
    var encoder = ImportTableEncoder()
    for entry in entries { encoder.add(entry.imports, for: entry.id) }
    return encoder.finish()
  }
}

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
