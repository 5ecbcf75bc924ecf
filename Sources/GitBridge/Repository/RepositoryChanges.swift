package import Base

extension Repository {
  /// Returns the changes between two commits. nil stands for the empty tree. Only trees are read, never the index or
  /// the work tree. Commits of submodules are compared in their checkouts.
  package func changes(from old: CommitID?, to new: CommitID) throws(Failure) -> [FileChange] {
    try changes(from: old, upTo: new)
  }

  /// Returns the changes in one folder, without reading others.
  package func changes(
    from old: CommitID?, to new: CommitID, in folder: RelativePath
  ) throws(Failure) -> [FileChange] {
    guard let before = try folderID(folder, in: old), let after = try folderID(folder, in: new) else {
      return try changes(from: old, to: new).filter { $0.path.isInside(folder) }
    }
    let name = folder.isRoot ? [] : folder.bytes + [UInt8(ascii: "/")]
    return try changes(from: before, to: after, below: Array(name))
  }

  /// Returns nil when the commit has no folder at that path.
  private func folderID(_ folder: RelativePath, in commit: CommitID?) throws(Failure) -> ObjectID? {
    var id = try treeID(of: commit)
    for component in folder.components {
      guard let parent = id, let entry = try handle.tree(parent).entry(named: component),
        entry.kind == .folder
      else { return nil }
      id = entry.id
    }
    return id
  }

  private func changes(from old: CommitID?, upTo new: CommitID?) throws(Failure) -> [FileChange] {
    try changes(from: try treeID(of: old), to: try treeID(of: new), below: [])
  }

  private func changes(
    from old: ObjectID?, to new: ObjectID?, below folder: [UInt8]
  ) throws(Failure) -> [FileChange] {
    var comparison = TreeComparison(handle: handle)
    try comparison.compare(old, new, below: folder)
    var builder = ChangeSetBuilder()
    for pair in comparison.differences {
      let old = pair.old?.plain
      let new = pair.new?.plain
      builder.add(pair.path.bytes, old: old, new: new, origin: .committed)
      if pair.old?.isPointer == true || pair.new?.isPointer == true {
        try expand(pair, into: &builder)
      }
    }
    return builder.changes()
  }

  /// Adds the changes inside a submodule whose pointer was moved, added or removed. Adds the submodule's folder itself
  /// when its files cannot be seen.
  private func expand(_ pair: FileChange, into builder: inout ChangeSetBuilder) throws(Failure) {
    let old = pair.old?.pointedCommit
    let new = pair.new?.pointedCommit
    if let inner = try submodule(at: pair.path), inner.has(old), inner.has(new) {
      builder.add(try inner.changes(from: old, upTo: new), inside: pair.path)
    } else {
      builder.add(pair.path.bytes, old: pair.old, new: pair.new, origin: .submodule)
    }
  }

  func treeID(of commit: CommitID?) throws(Failure) -> ObjectID? {
    guard let commit else { return nil }
    guard let header = try handle.commit(commit) else {
      throw Failure.git(.missingObject, "the commit \(commit) is not in this clone")
    }
    return header.tree
  }

  /// Returns true when the commit is in this clone, and for nil.
  func has(_ commit: CommitID?) -> Bool {
    commit.map { handle.hasObject($0.object) } ?? true
  }
}

extension FileVersion {
  /// True for the pointer of a submodule.
  var isPointer: Bool { kind == .absentSubmodule }

  /// The version, or nil for the pointer of a submodule, whose files are listed instead.
  var plain: FileVersion? { isPointer ? nil : self }

  var pointedCommit: CommitID? { isPointer ? contentID.map { CommitID($0) } : nil }
}

/// Collects changes by path. Some paths come twice, such as a file that becomes a submodule.
struct ChangeSetBuilder {
  private struct Sides {
    var old: FileVersion?
    var new: FileVersion?
    var origin: ChangeOrigin
    var submodule: RelativePath?
  }

  private var sides: [[UInt8]: Sides] = [:]

  mutating func add(
    _ path: [UInt8], old: FileVersion?, new: FileVersion?, origin: ChangeOrigin,
    in submodule: RelativePath? = nil
  ) {
    if old == nil && new == nil { return }
    let known = sides[path]
    sides[path] = Sides(
      old: known?.old ?? old, new: known?.new ?? new, origin: origin, submodule: known?.submodule ?? submodule
    )
  }

  /// Adds changes inside a submodule. Their paths are relative to it.
  mutating func add(_ changes: [FileChange], inside folder: RelativePath) {
    for change in changes {
      add(
        folder.appending(change.path).bytes, old: change.old, new: change.new, origin: .submodule, in: folder)
    }
  }

  func changes() -> [FileChange] {
    sides.compactMap { path, sides in
      FileChange(
        path: RelativePath(path), origin: sides.origin, old: sides.old, new: sides.new, in: sides.submodule)
    }.sorted { $0.path < $1.path }
  }
}

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
