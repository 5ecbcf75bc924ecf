/// The files of one state of a repository: a commit, or the working folder.
///
/// Paths are relative to the tree's root. Symbolic links are reported, never followed.
package protocol FileTree: Sendable {
  /// Returns the kind of the file or folder at `path`, or nil when nothing is there.
  func kind(of path: RelativePath) throws(Failure) -> FileKind?

  /// Returns the entries of a folder, sorted by name. The list is empty when `folder` is no folder.
  func entries(of folder: RelativePath) throws(Failure) -> [FileEntry]

  /// Returns a file's bytes, or a symbolic link's target. Returns nil when nothing is there.
  func contents(of path: RelativePath) throws(Failure) -> [UInt8]?

  /// Returns every file whose last component and kind satisfy `isWanted`, sorted by path, with the files of submodules.
  /// The tree offers tracked files, and untracked ones that are not ignored. A submodule that is not checked out is
  /// offered itself.
  func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile]

  /// Returns the same for the whole repository that this tree is a part of. Paths outside the tree begin with `..`.
  func surroundingFiles(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile]

  /// Returns an id that covers everything below `folder`, when the tree knows one without looking there. Two folders
  /// with the same id hold the same files.
  func folderID(of folder: RelativePath) throws(Failure) -> ContentID?

  /// Returns every file below `folder`, or the file at that path itself, sorted by path.
  func files(below folder: RelativePath) throws(Failure) -> [TreeFile]

  /// Returns the bytes of a file that the tree listed.
  func contents(of file: TreeFile) throws(Failure) -> [UInt8]?

  /// Returns true when a file on disk changed after the tree was listed. What it says then is not what was listed.
  func hasChanged(_ path: RelativePath) -> Bool

  /// The submodules met so far, and whether their files could be read. A commit does not say that.
  var metSubmodules: [RelativePath: Bool] { get }
}

extension FileTree {
  package func files(named isWanted: (ArraySlice<UInt8>) -> Bool) throws(Failure) -> [RelativePath] {
    try files { name, kind in kind != .absentSubmodule && isWanted(name) }.map(\.path)
  }

  package func contents(of file: TreeFile) throws(Failure) -> [UInt8]? { try contents(of: file.path) }

  package func surroundingFiles(
    where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) throws(Failure) -> [TreeFile] { try files(where: isWanted) }

  package func hasChanged(_ path: RelativePath) -> Bool { false }

  package var metSubmodules: [RelativePath: Bool] { [:] }
}

package struct TreeFile: Sendable, Hashable {
  package let path: RelativePath
  package let kind: FileKind
  /// The id of the content, or nil when it would have to be computed. For a submodule that is not checked out it is the
  /// commit that the pointer names.
  package let content: ContentID?

  package init(path: RelativePath, kind: FileKind, content: ContentID?) {
    self.path = path
    self.kind = kind
    self.content = content
  }

  /// Returns the same file as seen from a tree that holds this file's tree at `folder`.
  package func moved(into folder: RelativePath) -> TreeFile {
    TreeFile(path: folder.appending(path), kind: kind, content: content)
  }
}

package enum FileKind: Sendable, Hashable {
  case file, executable, symbolicLink, folder
  /// The pointer of a submodule that is not checked out, so its files cannot be seen.
  case absentSubmodule
}

package struct FileEntry: Sendable, Hashable {
  package let name: [UInt8]
  package let kind: FileKind

  package init(name: [UInt8], kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

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

  package func hasChanged(_ path: RelativePath) -> Bool { inWhole(path).map(whole.hasChanged) ?? false }

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

/// A tree in which other trees replace some folders. The tree's own files in those folders are hidden.
package struct GraftedTree: FileTree {
  private let stem: any FileTree
  /// The trees by their folder. No such folder lies in another.
  private let grafts: [RelativePath: any FileTree]
  /// The folders that lie above a graft.
  private let holders: Set<RelativePath>

  package init(_ stem: any FileTree, _ grafts: [RelativePath: any FileTree]) {
    self.stem = stem
    self.grafts = grafts
    var holders: Set<RelativePath> = []
    for folder in grafts.keys {
      var above = folder
      while !above.isRoot {
        above = above.parent
        guard holders.insert(above).inserted else { break }
      }
    }
    self.holders = holders
  }

  package func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    if let (graft, rest) = graft(at: path) { return rest.isRoot ? .folder : try graft.tree.kind(of: rest) }
    return holdsGrafts(path) ? .folder : try stem.kind(of: path)
  }

  package func entries(of folder: RelativePath) throws(Failure) -> [FileEntry] {
    if let (graft, rest) = graft(at: folder) { return try graft.tree.entries(of: rest) }
    let own = try stem.entries(of: folder)
    guard holdsGrafts(folder) else { return own }
    let added = Set(
      grafts.keys.compactMap { $0.relative(to: folder)?.components.first.map { Array($0) } })
    return (own.filter { !added.contains($0.name) } + added.map { FileEntry(name: $0, kind: .folder) })
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  package func contents(of path: RelativePath) throws(Failure) -> [UInt8]? {
    if let (graft, rest) = graft(at: path) { return try graft.tree.contents(of: rest) }
    return try stem.contents(of: path)
  }

  package func contents(of file: TreeFile) throws(Failure) -> [UInt8]? {
    guard let (graft, rest) = graft(at: file.path) else { return try stem.contents(of: file) }
    return try graft.tree.contents(of: TreeFile(path: rest, kind: file.kind, content: file.content))
  }

  package func hasChanged(_ path: RelativePath) -> Bool {
    guard let (graft, rest) = graft(at: path) else { return stem.hasChanged(path) }
    return graft.tree.hasChanged(rest)
  }

  package func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    try joined(try stem.files(where: isWanted)) { tree throws(Failure) in try tree.files(where: isWanted) }
  }

  package func surroundingFiles(
    where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) throws(Failure) -> [TreeFile] {
    try joined(try stem.surroundingFiles(where: isWanted)) { tree throws(Failure) in
      try tree.files(where: isWanted)
    }
  }

  package var metSubmodules: [RelativePath: Bool] {
    grafts.reduce(into: stem.metSubmodules) { met, graft in
      for (path, isThere) in graft.value.metSubmodules { met[graft.key.appending(path)] = isThere }
    }
  }

  package func folderID(of folder: RelativePath) throws(Failure) -> ContentID? {
    if let (graft, rest) = graft(at: folder) { return try graft.tree.folderID(of: rest) }
    return holdsGrafts(folder) ? nil : try stem.folderID(of: folder)
  }

  package func files(below folder: RelativePath) throws(Failure) -> [TreeFile] {
    if let (graft, rest) = graft(at: folder) {
      return try graft.tree.files(below: rest).map { moved($0, into: graft.folder) }
    }
    let own = try stem.files(below: folder)
    guard holdsGrafts(folder) else { return own }
    return try joined(own) { tree throws(Failure) in try tree.files(below: .root) }.filter {
      $0.path.isInside(folder)
    }
  }
}

extension GraftedTree {
  private typealias Graft = (folder: RelativePath, tree: any FileTree)

  private func graft(at path: RelativePath) -> (Graft, RelativePath)? {
    var folder = path
    while true {
      if let tree = grafts[folder], let rest = path.relative(to: folder) { return ((folder, tree), rest) }
      guard !folder.isRoot, !folder.escapesRoot else { return nil }
      folder = folder.parent
    }
  }

  private func holdsGrafts(_ folder: RelativePath) -> Bool { holders.contains(folder) }

  private func moved(_ file: TreeFile, into folder: RelativePath) -> TreeFile {
    TreeFile(path: folder.appending(file.path), kind: file.kind, content: file.content)
  }

  private func joined(
    _ own: [TreeFile], _ files: (any FileTree) throws(Failure) -> [TreeFile]
  ) throws(Failure) -> [TreeFile] {
    var all = own.filter { graft(at: $0.path) == nil }
    for (folder, tree) in grafts { all += try files(tree).map { moved($0, into: folder) } }
    return all.sorted { $0.path < $1.path }
  }
}
