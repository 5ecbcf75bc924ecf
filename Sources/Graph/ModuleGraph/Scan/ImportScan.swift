package import Base
package import SwiftSources

/// Finds what the sources of all modules import, and reads as few files as it can.
///
/// A folder's imports are kept under the id of its content. A tree knows that id for most folders without looking
/// inside.
package struct ImportScan {
  private let cacheFile: String?
  let jobs: Int
  /// The table, loaded on first use: most runs find their graph in the memory and need no table.
  private var loaded: ImportTable?
  private var used: Set<ContentID> = []

  /// A table with more entries drops those that the last run did not use.
  private static let largestCount = 100_000

  /// `cacheFolder` is nil when nothing can be kept.
  package init(cacheFolder: String?, jobs: Int) {
    cacheFile = cacheFolder.map { $0 + "/imports-\(ImportTableEncoder.format).table" }
    self.jobs = jobs
  }

  private mutating func loadTable() -> ImportTable {
    if let loaded { return loaded }
    let table = cacheFile.flatMap { LocalFiles.read($0) }.map { ImportTable(decoding: $0) } ?? ImportTable()
    loaded = table
    return table
  }

  /// Saves the table when it has new entries. Two processes that save at once lose the entries of one, which only costs
  /// time.
  package func save() {
    guard let cacheFile, let table = loaded, table.hasChanges else { return }
    let isFull = table.count > Self.largestCount
    LocalFiles.replace(cacheFile, with: table.encoded { !isFull || used.contains($0) })
  }

  /// Returns the imports of each module in the order of `modules`, one entry for each scan root. `unread` has the paths
  /// of files that could not be read, or that changed meanwhile.
  mutating func imports(
    of modules: [ModuleNode], in tree: any FileTree
  ) throws(Failure) -> (byModule: [[Found]], unread: [RelativePath]) {
    var work = ImportWork()
    var places: [[Int]] = []
    for module in modules {
      places.append(
        try ScanRoot.all(of: module.layout).map { root throws(Failure) in try note(root, in: tree, &work) })
    }
    let unread = read(&work, in: tree)
    let byModule = places.map { roots in
      roots.map { place in
        let root = work.roots[place]
        return Found(folder: root.folder, imports: work.imports[place], isForeign: root.isForeign)
      }
    }
    return (byModule, unread)
  }

  /// The imports of one folder of a module.
  struct Found {
    let folder: RelativePath
    let imports: FolderImports
    var isForeign = false
  }

  /// Looks a root up. An unknown root is added to the list of what to read.
  private mutating func note(
    _ root: ScanRoot, in tree: any FileTree, _ work: inout ImportWork
  ) throws(Failure) -> Int {
    if let known = work.positions[root] { return known }
    var key = try tree.folderID(of: root.folder).flatMap(root.key)
    if let key, let known = known(key) { return work.add(root, known) }
    let (files, areKnown) = try root.files(in: tree)
    key = key ?? root.key(of: files)
    if let key, let known = known(key) { return work.add(root, known) }
    return work.add(root, reading: files, keepingUnder: areKnown ? key : nil)
  }

  private mutating func known(_ key: ContentID) -> FolderImports? {
    guard let known = loadTable()[key] else { return nil }
    used.insert(key)
    return known
  }

  private mutating func read(_ work: inout ImportWork, in tree: any FileTree) -> [RelativePath] {
    let pieces = work.pieces
    let results = concurrentMap(pieces, jobs: jobs) { piece in
      piece.files.map { file in
        tree.unchangedContents(of: file.file).map { file.imports($0, piece.wanted) }
      }
    }
    var unread: [RelativePath] = []
    var parts: [Int: [FolderImports]] = [:]
    var isIncomplete: Set<Int> = []
    for (piece, result) in zip(pieces, results) {
      parts[piece.root, default: []] += result.compactMap { $0 }
      for (file, imports) in zip(piece.files, result) where imports == nil {
        unread.append(file.file.path)
        isIncomplete.insert(piece.root)
      }
    }
    for (root, key) in work.unknown {
      work.imports[root] = FolderImports(joining: parts[root] ?? [])
      guard let key, !isIncomplete.contains(root) else { continue }
      _ = loadTable()
      loaded?.set(work.imports[root], for: key)
      used.insert(key)
    }
    return Set(unread).sorted()
  }
}

extension FileTree {
  /// Returns nil for a file that cannot be read, or that changed since the tree was listed. What the new bytes say must
  /// not be kept under the id of the old ones.
  func unchangedContents(of file: TreeFile) -> [UInt8]? {
    guard let bytes = try? contents(of: file), !hasChanged(file.path) else { return nil }
    return bytes
  }
}

extension ScannedFile {
  func imports(_ bytes: [UInt8], _ wanted: NameSet) -> FolderImports {
    FolderImports(file: bytes, language, at: path, wanted: wanted)
  }
}

/// The roots of one graph: those with known imports, and the files to read for the others.
struct ImportWork {
  struct Piece: Sendable {
    let root: Int
    let files: ArraySlice<ScannedFile>
    let wanted: NameSet
  }

  private(set) var positions: [ScanRoot: Int] = [:]
  private(set) var roots: [ScanRoot] = []
  var imports: [FolderImports] = []
  /// The roots to read, with the keys to keep their imports under.
  private(set) var unknown: [(root: Int, key: ContentID?)] = []
  private(set) var pieces: [Piece] = []

  /// The files in one piece: few enough to keep all jobs busy to the end, enough to make handing out cheap.
  private static let pieceSize = 32

  mutating func add(_ root: ScanRoot, _ found: FolderImports) -> Int {
    positions[root] = roots.count
    roots.append(root)
    imports.append(found)
    return roots.count - 1
  }

  mutating func add(
    _ root: ScanRoot, reading files: [ScannedFile], keepingUnder key: ContentID?
  ) -> Int {
    let position = add(root, FolderImports())
    unknown.append((position, key))
    let wanted = NamedFiles.wanted(root.names)
    pieces += files.pieces(of: Self.pieceSize).map { Piece(root: position, files: $0, wanted: wanted) }
    return position
  }
}

/// Lists the sources of single modules by the rules of the scan.
package struct ModuleSources {
  package struct File: Sendable, Hashable {
    package let path: RelativePath
    package let language: SourceLanguage

    package init(path: RelativePath, language: SourceLanguage) {
      self.path = path
      self.language = language
    }
  }

  private let tree: any FileTree

  package init(_ tree: any FileTree) { self.tree = tree }

  /// Returns the sources of a module, sorted, each once.
  package func files(of module: ModuleNode) throws(Failure) -> [File] {
    let found = try ScanRoot.all(of: module.layout).map { root throws(Failure) in
      try root.files(in: tree).files
    }
    .flatMap(\.self)
    return Set(found.map { File(path: $0.file.path, language: $0.language) }).sorted { $0.path < $1.path }
  }
}

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
  ) throws(Failure) -> ImportedNames {
    let found = try imports(of: graph.modules.elements, in: tree)
    let byModule = found.byModule.map { roots in
      Set(roots.flatMap { $0.imports.importedModules() }).sorted()
    }
    return ImportedNames(byModule: Indexed(byModule), unread: found.unread)
  }
}
