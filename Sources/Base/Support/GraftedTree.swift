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
