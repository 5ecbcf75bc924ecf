package import Base

/// The files in the work tree: tracked files, and untracked ones that are not ignored. Files that a sparse checkout
/// left out have the content of the index. Contents are read on demand.
package final class WorkingTree: FileTree {
  let repository: Repository
  let snapshot: WorkingTreeSnapshot
  /// The checked-out submodules by their path.
  let submodules: [RelativePath: WorkingTree]
  /// The sorted positions of entries that differ from the index, and of submodules.
  private let unsettled: [Int]

  init(repository: Repository, snapshot: WorkingTreeSnapshot) throws(Failure) {
    self.repository = repository
    self.snapshot = snapshot
    var submodules: [RelativePath: WorkingTree] = [:]
    for (position, inner) in snapshot.submodules {
      submodules[RelativePath(snapshot.index.path(at: position))] = try inner.workingTree()
    }
    self.submodules = submodules
    unsettled = Set(snapshot.changed.keys).union(snapshot.submodules.keys).sorted()
  }

  package func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    if path.isRoot { return .folder }
    if let (inner, rest) = submodule(holding: path) { return try inner.kind(of: rest) }
    if let position = snapshot.index.position(of: path) {
      if let version = snapshot.version(at: position) { return version.kind }
    }
    if let position = snapshot.untrackedPosition(of: path.bytes) {
      return repository.kindOnDisk(snapshot.untracked[position])
    }
    return hasFiles(below: path) ? .folder : nil
  }

  package func entries(of folder: RelativePath) throws(Failure) -> [FileEntry] {
    if let (inner, rest) = submodule(holding: folder) { return try inner.entries(of: rest) }
    var kinds = trackedEntries(of: folder)
    let prefix = folder.isRoot ? 0 : folder.bytes.count + 1
    for position in untrackedRange(below: folder) {
      let file = snapshot.untracked[position]
      let name = file.path.dropFirst(prefix)
      if let slash = name.firstIndex(of: UInt8(ascii: "/")) {
        kinds[name[..<slash]] = .folder
      } else if let kind = repository.kindOnDisk(file) {
        kinds[name] = kind
      }
    }
    return kinds.map { FileEntry(name: Array($0.key), kind: $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  package func contents(of path: RelativePath) throws(Failure) -> [UInt8]? {
    if let (inner, rest) = submodule(holding: path) { return try inner.contents(of: rest) }
    guard let kind = try kind(of: path), kind != .folder, kind != .absentSubmodule else { return nil }
    let file = Array(repository.workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
    if kind == .symbolicLink, let target = ByteFiles.linkTarget(at: file) { return target }
    let failure: DiskError
    do throws(DiskError) { return try ByteFiles.contents(of: file) } catch { failure = error }
    if let position = snapshot.index.position(of: path), snapshot.index.entries[position].isSkipped {
      let id = snapshot.index.entries[position].id
      guard let object = try repository.handle.object(id) else {
        throw Failure.git(.missingObject, "the content of '\(path)' (\(id.hex)) is not in this clone")
      }
      return object.bytes
    }
    guard FileFacts(of: file) != nil else { return nil }
    throw Failure.git(.unreadable, "the file '\(path)' cannot be read: \(failure.words)")
  }

  package func hasChanged(_ path: RelativePath) -> Bool {
    if let (inner, rest) = submodule(holding: path) { return inner.hasChanged(rest) }
    let file = Array(repository.workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
    return FileFacts(of: file).map { $0.changed > snapshot.takenAt } ?? false
  }

  package func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    var found: [TreeFile] = []
    for position in snapshot.index.entries.indices { addTracked(position, to: &found, where: isWanted) }
    for position in snapshot.untracked.indices { addUntracked(position, to: &found, where: isWanted) }
    for (path, inner) in submodules {
      found += try inner.files(where: isWanted).map { $0.moved(into: path) }
    }
    return found.sorted { $0.path < $1.path }
  }

  package func files(below folder: RelativePath) throws(Failure) -> [TreeFile] {
    if let (inner, rest) = submodule(holding: folder) {
      let submodule = RelativePath(folder.bytes.dropLast(rest.isRoot ? 0 : rest.bytes.count + 1))
      return try inner.files(below: rest).map { $0.moved(into: submodule) }
    }
    var found: [TreeFile] = []
    if let position = snapshot.index.position(of: folder) {
      addTracked(position, to: &found) { _, _ in true }
    } else if let position = snapshot.untrackedPosition(of: folder.bytes) {
      addUntracked(position, to: &found) { _, _ in true }
    }
    for position in trackedRange(below: folder) { addTracked(position, to: &found) { _, _ in true } }
    for position in untrackedRange(below: folder) { addUntracked(position, to: &found) { _, _ in true } }
    for (path, inner) in submodules where path.isInside(folder) {
      found += try inner.files(below: .root).map { $0.moved(into: path) }
    }
    return found.sorted { $0.path < $1.path }
  }

  package func folderID(of folder: RelativePath) throws(Failure) -> ContentID? {
    if let (inner, rest) = submodule(holding: folder) { return try inner.folderID(of: rest) }
    // The index remembers the tree of staged files. The tree on disk is the same when nothing below the folder differs.
    guard let tree = snapshot.index.cacheTree?.tree(at: folder), untrackedRange(below: folder).isEmpty else {
      return nil
    }
    let range = trackedRange(below: folder)
    let next = unsettled.partitionPoint { $0 >= range.lowerBound }
    return next < unsettled.count && unsettled[next] < range.upperBound ? nil : tree
  }
}

extension WorkingTree {
  /// Returns the tracked paths at or below `folder`, sorted. Deleted files are included.
  package func tracked(below folder: RelativePath) -> [RelativePath] {
    if let (inner, rest) = submodule(holding: folder) {
      let submodule = RelativePath(folder.bytes.dropLast(rest.isRoot ? 0 : rest.bytes.count + 1))
      return inner.tracked(below: rest).map { submodule.appending($0) }
    }
    let own = snapshot.index.position(of: folder).map { [$0] } ?? []
    let inside = (own + trackedRange(below: folder)).map { RelativePath(snapshot.index.path(at: $0)) }
    let inner = submodules.filter { $0.key.isInside(folder) }.flatMap { path, tree in
      tree.tracked(below: .root).map { path.appending($0) }
    }
    return (inside + inner).sorted()
  }

  /// The untracked folders that hold another worktree of this clone, sorted. They count as ignored.
  package var worktrees: [RelativePath] { snapshot.worktrees }

  /// Returns the first wanted tracked file that a sparse checkout left out, here or in a submodule. Selection takes such
  /// files from the index, but a build would miss them.
  package func leftOutFile(where isWanted: (RelativePath) -> Bool) -> RelativePath? {
    for (position, entry) in snapshot.index.entries.enumerated() where entry.isSkipped {
      let path = RelativePath(snapshot.index.path(at: position))
      let file = Array(repository.workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
      if isWanted(path), FileFacts(of: file) == nil { return path }
    }
    for (folder, inner) in submodules.sorted(by: { $0.key < $1.key }) {
      if let path = inner.leftOutFile(where: { isWanted(folder.appending($0)) }) {
        return folder.appending(path)
      }
    }
    return nil
  }

  private func addTracked(
    _ position: Int, to found: inout [TreeFile], where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) {
    let path = snapshot.index.path(at: position)
    guard let version = snapshot.version(at: position), isWanted(Self.lastComponent(path), version.kind),
      submodules.isEmpty || submodules[RelativePath(path)] == nil
    else { return }
    found.append(TreeFile(path: RelativePath(path), kind: version.kind, content: version.contentID))
  }

  private func addUntracked(
    _ position: Int, to found: inout [TreeFile], where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool
  ) {
    let file = snapshot.untracked[position]
    guard file.kind != .folder, isWanted(Self.lastComponent(file.path[...]), file.kind) else { return }
    found.append(TreeFile(path: RelativePath(file.path), kind: file.kind, content: nil))
  }

  private static func lastComponent(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path[((path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex - 1) + 1)...]
  }

  func submodule(holding path: RelativePath) -> (WorkingTree, RelativePath)? {
    if submodules.isEmpty { return nil }
    var folder = path
    while !folder.isRoot {
      if let inner = submodules[folder] { return (inner, path.relative(to: folder) ?? .root) }
      folder = folder.parent
    }
    return nil
  }

  private func trackedEntries(of folder: RelativePath) -> [ArraySlice<UInt8>: FileKind] {
    let prefix = folder.isRoot ? 0 : folder.bytes.count + 1
    var kinds: [ArraySlice<UInt8>: FileKind] = [:]
    var rest = trackedRange(below: folder)
    while let position = rest.first {
      let path = snapshot.index.path(at: position)
      let name = path.dropFirst(prefix)
      if let slash = name.firstIndex(of: UInt8(ascii: "/")) {
        let inside = snapshot.index.folderRange(of: Array(name[..<slash]), in: rest, after: prefix)
        if inside.contains(where: { snapshot.version(at: $0) != nil }) { kinds[name[..<slash]] = .folder }
        rest = inside.upperBound..<rest.upperBound
      } else {
        if let kind = snapshot.version(at: position)?.kind {
          let isCheckedOut = kind == .absentSubmodule && snapshot.submodules[position] != nil
          kinds[name] = isCheckedOut ? .folder : kind
        }
        rest = (position + 1)..<rest.upperBound
      }
    }
    return kinds
  }

  private func trackedRange(below folder: RelativePath) -> Range<Int> {
    let all = snapshot.index.entries.indices
    return folder.isRoot ? all : snapshot.index.folderRange(of: folder.bytes, in: all, after: 0)
  }

  private func untrackedRange(below folder: RelativePath) -> Range<Int> {
    if folder.isRoot { return snapshot.untracked.indices }
    let start = snapshot.untrackedLowerBound(of: folder.bytes + [UInt8(ascii: "/")])
    return start..<snapshot.untrackedLowerBound(of: folder.bytes + [UInt8(ascii: "/") + 1])
  }

  private func hasFiles(below folder: RelativePath) -> Bool {
    !untrackedRange(below: folder).isEmpty
      || trackedRange(below: folder).contains { snapshot.version(at: $0) != nil }
  }
}

extension Repository {
  package func workingTree() throws(Failure) -> WorkingTree {
    try WorkingTree(repository: self, snapshot: try currentSnapshot())
  }

  /// Returns the facts about files that this run learned, for the next run's `ScanOptions`.
  package func learnedStatCache() throws(Failure) -> StatCache { try currentSnapshot().learned }
}
