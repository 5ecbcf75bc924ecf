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
  }

  private var sides: [[UInt8]: Sides] = [:]

  mutating func add(_ path: [UInt8], old: FileVersion?, new: FileVersion?, origin: ChangeOrigin) {
    if old == nil && new == nil { return }
    if let known = sides[path] {
      sides[path] = Sides(old: known.old ?? old, new: known.new ?? new, origin: origin)
    } else {
      sides[path] = Sides(old: old, new: new, origin: origin)
    }
  }

  /// Adds changes inside a submodule. Their paths are relative to it.
  mutating func add(_ changes: [FileChange], inside folder: RelativePath) {
    for change in changes {
      add(folder.appending(change.path).bytes, old: change.old, new: change.new, origin: .submodule)
    }
  }

  func changes() -> [FileChange] {
    sides.compactMap { path, sides in
      FileChange(path: RelativePath(path), origin: sides.origin, old: sides.old, new: sides.new)
    }.sorted { $0.path < $1.path }
  }
}
