package import Base

/// A file tree made of literals, for tests of stages that only ask what stands where.
package struct MemoryTree: FileTree {
  private let files: [RelativePath: [UInt8]]
  private let links: Set<RelativePath>
  package let metSubmodules: [RelativePath: Bool]

  /// `links` are symbolic links with what they say, `submodules` whether the files of each can be read.
  package init(
    _ files: [String: String], links: [String: String] = [:], submodules: [RelativePath: Bool] = [:]
  ) {
    self.files = Dictionary(
      files.merging(links) { $1 }.map { (RelativePath($0), Array($1.utf8)) },
      uniquingKeysWith: { first, _ in first })
    self.links = Set(links.keys.map { RelativePath($0) })
    metSubmodules = submodules
  }

  /// Files without content.
  package init(paths: [String], links: [String: String] = [:]) {
    self.init(Dictionary(paths.map { ($0, "") }, uniquingKeysWith: { first, _ in first }), links: links)
  }

  package func kind(of path: RelativePath) -> FileKind? {
    if links.contains(path) { return .symbolicLink }
    if metSubmodules[path] == false { return .absentSubmodule }
    if files[path] != nil { return .file }
    return path.isRoot || files.keys.contains { $0.isInside(path) } ? .folder : nil
  }

  package func entries(of folder: RelativePath) -> [FileEntry] {
    let names = files.keys.compactMap { $0.relative(to: folder)?.components.first.map(Array.init) }
    return Set(names).sorted { $0.lexicographicallyPrecedes($1) }.map { name in
      FileEntry(name: name, kind: kind(of: folder.appending(RelativePath(name))) ?? .file)
    }
  }

  package func contents(of path: RelativePath) -> [UInt8]? { files[path] }

  package func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) -> [TreeFile] {
    files.keys.sorted().compactMap { path in
      let kind = kind(of: path) ?? .file
      return isWanted(path.lastComponent, kind) ? TreeFile(path: path, kind: kind, content: nil) : nil
    }
  }

  package func folderID(of folder: RelativePath) -> ContentID? { nil }

  package func files(below folder: RelativePath) -> [TreeFile] {
    files(where: { _, _ in true }).filter { $0.path.isInside(folder) }
  }
}
