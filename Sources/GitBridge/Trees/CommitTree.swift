package import Base

/// The files of a commit, read from Git's objects. They include a submodule's files when it is checked out and has the
/// commit that the pointer names.
package final class CommitTree: FileTree {
  let repository: Repository
  let commit: CommitID
  private let root: ObjectID
  private let folders = FolderCache()

  init(repository: Repository, commit: CommitID, root: ObjectID) {
    self.repository = repository
    self.commit = commit
    self.root = root
  }

  package func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    if path.isRoot { return .folder }
    switch try find(path) {
    case nil: return nil
    case .entry(let entry): return entry.kind
    case .inside(let tree, let rest): return try tree.kind(of: rest)
    }
  }

  package func entries(of folder: RelativePath) throws(Failure) -> [FileEntry] {
    let listing: [TreeEntry]
    if folder.isRoot {
      listing = try entries(ofTree: root)
    } else {
      switch try find(folder) {
      case .entry(let entry) where entry.kind == .folder: listing = try entries(ofTree: entry.id)
      case .inside(let tree, let rest): return try tree.entries(of: rest)
      case nil, .entry: return []
      }
    }
    var found: [FileEntry] = []
    for entry in listing {
      var kind = entry.kind
      if kind == .absentSubmodule, try submodule(entry, at: folder.appending(RelativePath(entry.name))) != nil
      {
        kind = .folder
      }
      found.append(FileEntry(name: Array(entry.name), kind: kind))
    }
    return found.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  package func contents(of path: RelativePath) throws(Failure) -> [UInt8]? {
    switch try find(path) {
    case nil: return nil
    case .inside(let tree, let rest): return try tree.contents(of: rest)
    case .entry(let entry):
      if entry.kind == .folder || entry.kind == .absentSubmodule { return nil }
      guard let object = try repository.handle.object(entry.id) else {
        throw Failure.git(.missingObject, "the content of '\(path)' (\(entry.id.hex)) is not in this clone")
      }
      return object.bytes
    }
  }

  package func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    var found: [TreeFile] = []
    try collect(root, at: .root, isWanted, &found)
    return found.sorted { $0.path < $1.path }
  }

  package func folderID(of folder: RelativePath) throws(Failure) -> ContentID? {
    if folder.isRoot { return root }
    switch try find(folder) {
    case .entry(let entry) where entry.kind == .folder: return entry.id
    case .inside(let tree, let rest): return try tree.folderID(of: rest)
    case nil, .entry: return nil
    }
  }

  package func files(below folder: RelativePath) throws(Failure) -> [TreeFile] {
    var found: [TreeFile] = []
    if folder.isRoot {
      try collect(root, at: .root, { _, _ in true }, &found)
    } else {
      switch try find(folder) {
      case nil: break
      case .entry(let entry) where entry.kind == .folder:
        try collect(entry.id, at: folder, { _, _ in true }, &found)
      case .entry(let entry): found.append(TreeFile(path: folder, kind: entry.kind, content: entry.id))
      case .inside(let tree, let rest):
        let submodule = RelativePath(folder.bytes.dropLast(rest.isRoot ? 0 : rest.bytes.count + 1))
        found = try tree.files(below: rest).map { $0.moved(into: submodule) }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  package func contents(of file: TreeFile) throws(Failure) -> [UInt8]? {
    // A submodule's files are in another database, which their path leads to.
    if let id = file.content, let object = try repository.handle.object(id) { return object.bytes }
    return try contents(of: file.path)
  }

  package var metSubmodules: [RelativePath: Bool] {
    folders.opened.reduce(into: [:]) { met, submodule in
      met[submodule.key] = submodule.value != nil
      for (path, isThere) in submodule.value?.metSubmodules ?? [:] {
        met[submodule.key.appending(path)] = isThere
      }
    }
  }
}

extension CommitTree {
  private enum Place {
    case entry(TreeEntry)
    /// A path inside a checked-out submodule.
    case inside(CommitTree, RelativePath)
  }

  private func find(_ path: RelativePath) throws(Failure) -> Place? {
    var tree = root
    var walked = RelativePath.root
    let components = path.components
    for (depth, component) in components.enumerated() {
      guard let entry = try entries(ofTree: tree).entry(named: component) else {
        return nil
      }
      walked = walked.appending(RelativePath(component))
      if entry.kind == .absentSubmodule, let inner = try submodule(entry, at: walked) {
        return .inside(inner, path.relative(to: walked) ?? .root)
      }
      if depth == components.count - 1 { return .entry(entry) }
      guard entry.kind == .folder else { return nil }
      tree = entry.id
    }
    return nil
  }

  private func collect(
    _ tree: ObjectID, at folder: RelativePath, _ isWanted: (ArraySlice<UInt8>, FileKind) -> Bool,
    _ found: inout [TreeFile]
  ) throws(Failure) {
    try TreeDepth.check(folder.bytes)
    // The cache is not used here, since a walk over everything would only fill it.
    for entry in try repository.handle.tree(tree) {
      func path() -> RelativePath { folder.appending(RelativePath(entry.name)) }
      switch entry.kind {
      case .folder: try collect(entry.id, at: path(), isWanted, &found)
      case .absentSubmodule:
        if let inner = try submodule(entry, at: path()) {
          found += try inner.files(where: isWanted).map { $0.moved(into: path()) }
        } else if isWanted(entry.name, entry.kind) {
          found.append(TreeFile(path: path(), kind: entry.kind, content: entry.id))
        }
      case .file, .executable, .symbolicLink:
        if isWanted(entry.name, entry.kind) {
          found.append(TreeFile(path: path(), kind: entry.kind, content: entry.id))
        }
      }
    }
  }

  private func entries(ofTree id: ObjectID) throws(Failure) -> [TreeEntry] {
    try folders.entries(of: id) { () throws(Failure) in try repository.handle.tree(id) }
  }

  private func submodule(_ entry: TreeEntry, at path: RelativePath) throws(Failure) -> CommitTree? {
    try folders.submodule(at: path) { () throws(Failure) in
      let commit = CommitID(entry.id)
      guard let inner = try repository.submodule(at: path), inner.has(commit) else { return nil }
      return try inner.tree(of: commit)
    }
  }
}

extension Repository {
  package func tree(of commit: CommitID) throws(Failure) -> CommitTree {
    guard let root = try treeID(of: commit) else {
      throw Failure.git(.missingObject, "the commit \(commit) is not in this clone")
    }
    return CommitTree(repository: self, commit: commit, root: root)
  }
}

/// Keeps the trees and submodules that were read.
private final class FolderCache: Sendable {
  private let folders = Guarded<[ObjectID: [TreeEntry]]>([:])
  private let submodules = Guarded<[RelativePath: CommitTree?]>([:])

  var opened: [RelativePath: CommitTree?] { submodules.with { $0 } }

  func entries(
    of id: ObjectID, orReading read: () throws(Failure) -> [TreeEntry]
  ) throws(Failure) -> [TreeEntry] {
    if let known = folders.with({ $0[id] }) { return known }
    let entries = try read()
    folders.with { $0[id] = entries }
    return entries
  }

  func submodule(
    at path: RelativePath, orOpening open: () throws(Failure) -> CommitTree?
  ) throws(Failure) -> CommitTree? {
    if let known = submodules.with({ $0[path] }) { return known }
    let opened = try open()
    submodules.with { $0[path] = .some(opened) }
    return opened
  }
}
