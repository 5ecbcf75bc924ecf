package import Base

/// The imports of folders by the id of their content, so that no content is read twice.
///
/// A loaded table answers from its encoded form by binary search, since its ids are sorted. A dictionary of tens of
/// thousands of ids would take longer to build than all lookups take.
package struct ImportTable: Sendable {
  /// The decoded entries. `added` holds the newer ones.
  private let stored: StoredImports
  private var added: [ContentID: FolderImports] = [:]

  package init() {
    stored = .empty
  }

  /// Decodes the bytes that `encoded` returned. Damaged bytes, or those of another version of the format or the lexers,
  /// give an empty table. The files can fill it again.
  package init(decoding bytes: [UInt8]) {
    stored = StoredImports(decoding: bytes) ?? .empty
  }

  /// Returns nil when the content was never read.
  package subscript(id: ContentID) -> FolderImports? {
    added[id] ?? stored.imports(of: id)
  }

  package mutating func set(_ imports: FolderImports, for id: ContentID) {
    added[id] = imports
  }

  /// True when an entry was set since the table was made.
  package var hasChanges: Bool { !added.isEmpty }

  package var count: Int {
    stored.count + added.keys.count { stored.imports(of: $0) == nil }
  }

  /// Encodes the table without the ids that are not wanted. Equal entries give equal bytes.
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

/// The names that the sources of each module of a graph import.
package struct ImportedNames: Sendable, Hashable {
  /// Names that some source imports, or asks for with `canImport`; sorted, each once.
  package let byModule: Indexed<ModuleIndex, [String]>
  /// Sources that could not be read, sorted. Their imports are not known.
  package var unread: [RelativePath] = []
}

extension ImportScan {
  /// Returns the names of a whole graph. It uses the same cache as the making of the graph.
  package mutating func names(
    importedBy graph: WorkspaceGraph, in tree: any FileTree
  ) throws -> ImportedNames {
    let found = try imports(of: graph.modules.elements, in: tree)
    let byModule = found.byModule.map { roots in
      Set(roots.flatMap { $0.imports.importedModules() }).sorted()
    }
    return ImportedNames(byModule: Indexed(byModule), unread: found.unread)
  }
}
