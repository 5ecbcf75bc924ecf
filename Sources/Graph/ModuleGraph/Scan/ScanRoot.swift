package import Base
import SwiftSources

/// A folder, or a part of it, whose sources are scanned for a module.
struct ScanRoot: Hashable {
  let folder: RelativePath
  /// The parts of the folder that count, seen from the folder; nil for all of it.
  var sources: [RelativePath]?
  var excluded: [RelativePath] = []
  /// True for a folder that is only searched for headers. The module does not compile the Swift sources there.
  var isForeign = false
  /// True when Swift sources in catalogs of documentation count.
  var opensCatalogs = false
  /// Names of files to look for in literals, besides those that are always looked for.
  var names: [String] = []

  /// Returns the folders of a module: its own, those that its links lead to, and those of headers elsewhere.
  static func all(of layout: TargetLayout) -> [ScanRoot] {
    guard let own = own(of: layout) else { return [] }
    let folder = own.folder
    // An input that holds the module itself only serves to name headers, so it is not scanned.
    let foreign = layout.inputs.filter { !layout.linked.contains($0) && !folder.isInside($0) }
    return [own]
      + layout.linked.map {
        ScanRoot(folder: $0, opensCatalogs: layout.opensCatalogs, names: layout.soughtNames)
      }
      + foreign.map { ScanRoot(folder: $0, isForeign: true, names: layout.soughtNames) }
  }

  /// Returns the module's own folder; nil for a module without files in the workspace.
  static func own(of layout: TargetLayout) -> ScanRoot? {
    guard let folder = layout.folder else { return nil }
    var own = ScanRoot(folder: folder, opensCatalogs: layout.opensCatalogs, names: layout.soughtNames)
    own.sources = layout.sources.map {
      ($0 + layout.declared).compactMap { $0.relative(to: folder) }.sorted()
    }
    own.excluded = layout.excluded.compactMap { $0.relative(to: folder) }.sorted()
    return own
  }

  private var isWhole: Bool { sources == nil && excluded.isEmpty && !isForeign && !opensCatalogs }

  private func holds(_ path: RelativePath) -> Bool {
    if excluded.contains(where: { path.isInside($0) }) { return false }
    return sources?.contains { path.isInside($0) } ?? true
  }

  private func compilesSwift(_ path: RelativePath) -> Bool {
    !isForeign && (opensCatalogs || !path.isInCatalog)
  }

  /// Returns the source files that count, with paths from the folder. `areKnown` is false when a submodule's files are
  /// absent.
  func files(in tree: any FileTree) throws(Failure) -> (files: [ScannedFile], areKnown: Bool) {
    var found: [ScannedFile] = []
    var areKnown = true
    for file in try tree.files(below: folder) {
      if file.kind == .absentSubmodule { areKnown = false }
      guard file.kind == .file || file.kind == .executable,
        let language = SourceLanguage(of: file.path.lastComponent), let path = file.path.relative(to: folder),
        language != .swift || compilesSwift(path), holds(path)
      else { continue }
      found.append(ScannedFile(file: file, path: path, language: language))
    }
    return (found, areKnown)
  }

  /// Returns an id of all that decides the result for this part. `folderID` is the id of the whole folder's content.
  func key(_ folderID: ContentID) -> ContentID? {
    partKey(folderID).flatMap(withNames)
  }

  /// Returns an id of a folder for which the tree has none; nil when a file's content has no id.
  func key(of files: [ScannedFile]) -> ContentID? { ScannedFile.key(of: files).flatMap(withNames) }

  private func withNames(_ id: ContentID) -> ContentID? {
    guard !names.isEmpty else { return id }
    let bytes = Array("names\n\(names.joined(separator: "\n"))\n".utf8) + id.bytes
    return ContentID(SHA256.digest(of: bytes).bytes.prefix(ContentID.length))
  }

  private func partKey(_ folderID: ContentID) -> ContentID? {
    if isWhole { return folderID }
    let form = isForeign ? "headers\n" : opensCatalogs ? "catalogs\n" : "part\n"
    var bytes = Array(form.utf8) + folderID.bytes
    for list in [sources, excluded] {
      bytes.append(list == nil ? 0 : 1)
      for path in list ?? [] {
        withUnsafeBytes(of: UInt32(path.bytes.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes += path.bytes
      }
      bytes.append(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    return ContentID(SHA256.digest(of: bytes).bytes.prefix(ContentID.length))
  }
}

/// A source file of a scan root.
struct ScannedFile: Sendable {
  let file: TreeFile
  /// The path as seen from the root's folder.
  let path: RelativePath
  let language: SourceLanguage

  /// Returns an id of the files; nil when a file's content has none.
  static func key(of files: [ScannedFile]) -> ContentID? {
    var bytes = Array("files\n".utf8)
    for file in files {
      guard let content = file.file.content else { return nil }
      withUnsafeBytes(of: UInt32(file.path.bytes.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes += file.path.bytes
      content.append(to: &bytes)
    }
    return ContentID(SHA256.digest(of: bytes).bytes.prefix(ContentID.length))
  }
}

/// A place in a source that imports a module.
package struct ImportSite: Sendable, Hashable {
  package let file: RelativePath
  package let line: Int
  /// nil when the line says enough.
  package var column: Int?
}

/// Looks into the sources of single modules for import lines, which a scan of all modules has no room to remember.
package struct ImportSites {
  private let tree: any FileTree

  package init(_ tree: any FileTree) {
    self.tree = tree
  }

  /// Returns the first place, by path and line, that imports each of `names`. A name that occurs only in `canImport`
  /// has no place.
  package func sites(of names: Set<String>, in module: ModuleNode) throws(Failure) -> [String: ImportSite] {
    var sites: [String: ImportSite] = [:]
    for file in try files(of: module) where sites.count < names.count {
      guard let bytes = try tree.contents(of: file.file) else { continue }
      for (name, line) in Self.imports(in: bytes, file.language)
      where names.contains(name) && sites[name] == nil {
        sites[name] = ImportSite(file: file.file.path, line: line)
      }
    }
    return sites
  }

  /// The names that Swift sources of the module ask for with `canImport`.
  package func askedFor(in module: ModuleNode) throws(Failure) -> Set<String> {
    var names: Set<String> = []
    for file in try files(of: module) where file.language == .swift {
      let imports = ImportLexer.imports(in: try tree.contents(of: file.file) ?? [])
      names.formUnion(imports.filter { $0.kind == .canImport }.map(\.module))
    }
    return names
  }

  /// Returns true when the module has sources and all are Swift. C-family sources may take in more than their text
  /// shows.
  package func isSwiftOnly(_ module: ModuleNode) throws(Failure) -> Bool {
    let languages = Set(try files(of: module).map(\.language))
    return languages == [.swift]
  }

  private func files(of module: ModuleNode) throws(Failure) -> [ScannedFile] {
    try ScanRoot.all(of: module.layout).map { root throws(Failure) in try root.files(in: tree).files }
      .flatMap(\.self)
  }

  private static func imports(
    in bytes: [UInt8], _ language: SourceLanguage
  ) -> [(name: String, line: Int)] {
    switch language {
    case .swift:
      ImportLexer.imports(in: bytes).filter { $0.kind == .module }.map { ($0.module, $0.line) }
    case .cFamily:
      CIncludeLexer.includes(in: bytes).filter { $0.form == .module }.compactMap { include in
        include.path.split(separator: ".").first.map { (String($0), include.line) }
      }
    case .moduleMap: []
    }
  }
}
