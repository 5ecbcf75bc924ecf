import Base
import SwiftSources

/// A folder whose sources belong to a module, with the part of it that does.
struct ScanRoot: Hashable {
  let folder: RelativePath
  /// Seen from the folder; nil: all of it.
  var sources: [RelativePath]?
  var excluded: [RelativePath] = []
  /// Whether it is only a place where headers are looked for: what Swift sources there import is not the module's.
  var isForeign = false
  /// True when Swift sources in catalogs of documentation count.
  var opensCatalogs = false
  /// Names of files that are looked for in literals besides those that always are.
  var names: [String] = []

  /// The folders of a module: its own, what links in there lead to, and where its headers lie elsewhere.
  static func all(of layout: TargetLayout) -> [ScanRoot] {
    guard let own = own(of: layout) else { return [] }
    let folder = own.folder
    // One that holds the module itself is no place of headers but a way to name them.
    let foreign = layout.inputs.filter { !layout.linked.contains($0) && !folder.isInside($0) }
    return [own]
      + layout.linked.map {
        ScanRoot(folder: $0, opensCatalogs: layout.opensCatalogs, names: layout.soughtNames)
      }
      + foreign.map { ScanRoot(folder: $0, isForeign: true, names: layout.soughtNames) }
  }

  /// The module's own folder; nil for one without files here.
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

  /// The source files that count, with paths from the folder; and whether they are all that there are.
  func files(in tree: any FileTree) throws -> (files: [ScannedFile], areKnown: Bool) {
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

  /// An id of all that decides what is found in this part, given one of all that lies in the folder.
  func key(_ folderID: ContentID) -> ContentID? {
    partKey(folderID).flatMap(withNames)
  }

  /// An id of a folder that the tree has none for; nil when a file's content has none either.
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
  /// Seen from the root's folder.
  let path: RelativePath
  let language: SourceLanguage

  /// An id of a folder that the tree has none for; nil when a file's content has none either.
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
