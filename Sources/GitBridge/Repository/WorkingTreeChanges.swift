package import Base

extension Repository {
  /// Returns the net difference between a commit and the files on disk, including untracked files that are not ignored.
  /// nil stands for the empty tree. A file that was changed and changed back is no change.
  package func changesInWorkingTree(since base: CommitID?) throws(Failure) -> [FileChange] {
    let snapshot = try currentSnapshot()
    var fromBase = IndexComparison(handle: handle, index: snapshot.index)
    try fromBase.compare(try treeID(of: base))
    let head = try headCommit()
    var fromHead = fromBase
    if head != base {
      fromHead = IndexComparison(handle: handle, index: snapshot.index)
      try fromHead.compare(try treeID(of: head))
    }
    var comparison = WorkingTreeComparison(
      repository: self, snapshot: snapshot, staged: Set(fromHead.differences.map(\.path.bytes)))
    return try comparison.run(fromBase.differences)
  }
}

/// Joins three comparisons (base to index, HEAD to index, index to disk) to one list of net changes.
private struct WorkingTreeComparison {
  let repository: Repository
  let snapshot: WorkingTreeSnapshot
  /// The paths where the index differs from HEAD.
  let staged: Set<[UInt8]>
  private var builder = ChangeSetBuilder()

  init(repository: Repository, snapshot: WorkingTreeSnapshot, staged: Set<[UInt8]>) {
    self.repository = repository
    self.snapshot = snapshot
    self.staged = staged
  }

  mutating func run(_ fromBase: [FileChange]) throws(Failure) -> [FileChange] {
    var done = Set<Int>()
    var doneUntracked = Set<Int>()
    for pair in fromBase {
      let path = pair.path.bytes
      if let position = snapshot.index.position(of: pair.path) {
        done.insert(position)
        try addTracked(path, position, old: pair.old)
      } else if let position = snapshot.untrackedPosition(of: path) {
        doneUntracked.insert(position)
        let new = try hashedVersion(of: snapshot.untracked[position])
        builder.add(path, old: pair.old, new: new, origin: .untracked)
      } else {
        let origin: ChangeOrigin = staged.contains(path) ? .staged : .committed
        builder.add(
          path, old: pair.old, new: nil, origin: pair.old?.isPointer == true ? .submodule : origin)
      }
    }
    for position in snapshot.changed.keys where !done.contains(position) {
      try addTracked(Array(snapshot.index.path(at: position)), position, old: recorded(position))
    }
    for position in snapshot.submodules.keys
    where !done.contains(position) && snapshot.changed[position] == nil {
      try addTracked(Array(snapshot.index.path(at: position)), position, old: recorded(position))
    }
    for (position, file) in snapshot.untracked.enumerated() where !doneUntracked.contains(position) {
      builder.add(file.path, old: nil, new: version(of: file), origin: .untracked)
    }
    return builder.changes()
  }

  /// Returns the version in the index, for entries that are the same in the base.
  private func recorded(_ position: Int) -> FileVersion? {
    let entry = snapshot.index.entries[position]
    return entry.isIntent ? nil : entry.version
  }

  private mutating func addTracked(_ path: [UInt8], _ position: Int, old: FileVersion?) throws(Failure) {
    let new = snapshot.version(at: position)
    if old?.isPointer == true || new?.isPointer == true {
      try addPointer(path, position, old: old, new: new)
      return
    }
    let origin: ChangeOrigin =
      if snapshot.changed[position] != nil { .unstaged } else if staged.contains(path) { .staged } else {
        .committed
      }
    builder.add(path, old: old, new: new, origin: origin)
  }

  /// Adds a path that is a submodule in the base or on disk.
  private mutating func addPointer(
    _ path: [UInt8], _ position: Int, old: FileVersion?, new: FileVersion?
  ) throws(Failure) {
    let folder = RelativePath(path)
    guard let inner = snapshot.submodules[position], inner.has(old?.pointedCommit) else {
      builder.add(path, old: old, new: new, origin: .submodule)
      return
    }
    builder.add(path, old: old?.plain, new: nil, origin: .submodule)
    builder.add(try inner.changesInWorkingTree(since: old?.pointedCommit), inside: folder)
  }

  private func version(of file: UntrackedFile) -> FileVersion {
    FileVersion(contentID: nil, kind: repository.kindOnDisk(file) ?? file.kind)
  }

  /// Returns the version with the content's id, in case the base has the same file.
  private func hashedVersion(of file: UntrackedFile) throws(Failure) -> FileVersion? {
    guard file.kind != .folder else { return version(of: file) }
    let hasher = ContentHasher(handle: repository.handle, root: Array(repository.workingFolder.utf8))
    guard let id = try hasher.cleanedID(of: file.path, kind: file.kind) else { return nil }
    return FileVersion(contentID: id, kind: version(of: file).kind)
  }
}

extension Repository {
  /// Returns the kind of an untracked file. Listings of folders do not tell executables.
  func kindOnDisk(_ file: UntrackedFile) -> FileKind? {
    let path = Array(workingFolder.utf8) + [UInt8(ascii: "/")] + file.path
    guard let kind = Disk.kind(of: path) else { return nil }
    return kind == .executable && !location.settings.trustsFileMode ? .file : kind
  }
}
