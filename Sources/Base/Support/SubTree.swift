/// A folder of a file tree, seen as a tree of its own. A path that begins with `..` leads back into the whole tree, up
/// to its root.
package struct SubTree: FileTree {
  private let whole: any FileTree
  private let folder: RelativePath

  package init(of whole: any FileTree, at folder: RelativePath) {
    self.whole = whole
    self.folder = folder
  }

  package func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    try inWhole(path).flatMap { path throws(Failure) in try whole.kind(of: path) }
  }

  package func entries(of path: RelativePath) throws(Failure) -> [FileEntry] {
    try inWhole(path).map { path throws(Failure) in try whole.entries(of: path) } ?? []
  }

  package func contents(of path: RelativePath) throws(Failure) -> [UInt8]? {
    try inWhole(path).flatMap { path throws(Failure) in try whole.contents(of: path) }
  }

  package func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    // This lists only the folder and does not walk through the rest of the whole tree.
    guard !folder.isRoot else { return try whole.files(where: isWanted) }
    return try whole.files(below: folder).compactMap { file in
      guard isWanted(file.path.lastComponent, file.kind) else { return nil }
      return file.path.relative(to: folder).map {
        TreeFile(path: $0, kind: file.kind, content: file.content)
      }
    }
  }

  package func surroundingFiles(
    where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) throws(Failure) -> [TreeFile] {
    try whole.files(where: isWanted).map { seen($0) }
  }

  package func folderID(of path: RelativePath) throws(Failure) -> ContentID? {
    try inWhole(path).flatMap { path throws(Failure) in try whole.folderID(of: path) }
  }

  package func files(below path: RelativePath) throws(Failure) -> [TreeFile] {
    try (inWhole(path).map { path throws(Failure) in try whole.files(below: path) } ?? []).map { seen($0) }
  }

  package func contents(of file: TreeFile) throws(Failure) -> [UInt8]? {
    try inWhole(file.path).flatMap { path throws(Failure) in
      try whole.contents(of: TreeFile(path: path, kind: file.kind, content: file.content))
    }
  }

  package var metSubmodules: [RelativePath: Bool] {
    let met = whole.metSubmodules
    return folder.isRoot ? met : Dictionary(uniqueKeysWithValues: met.map { ($0.seen(from: folder), $1) })
  }

  private func seen(_ file: TreeFile) -> TreeFile {
    folder.isRoot
      ? file : TreeFile(path: file.path.seen(from: folder), kind: file.kind, content: file.content)
  }

  private func inWhole(_ path: RelativePath) -> RelativePath? {
    let full = folder.appending(path)
    return full.escapesRoot ? nil : full
  }
}

extension RelativePath {
  /// Returns this path as seen from `folder`. Both are relative to the same root. The result begins with `..` when this
  /// path does not lie in `folder`.
  package func seen(from folder: RelativePath) -> RelativePath {
    if let inside = relative(to: folder) { return inside }
    let own = components
    let other = folder.components
    let shared = zip(own, other).prefix { $0.elementsEqual($1) }.count
    let up = repeatElement(Array("..".utf8), count: other.count - shared)
    return RelativePath(
      Array((up + own.dropFirst(shared).map(Array.init)).joined(separator: [UInt8(ascii: "/")])))
  }
}
