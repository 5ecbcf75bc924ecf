import Base

/// The work tree at the time when it was read: the index, and where the disk differs from it.
struct WorkingTreeSnapshot: Sendable {
  let index: GitIndex
  /// The entries whose file differs from the index. The value is nil for a deleted file.
  let changed: [Int: FileVersion?]
  /// The untracked files, sorted by path.
  let untracked: [UntrackedFile]
  /// The ignored files, and the ignored folders as a whole, sorted by path.
  let ignored: [UntrackedFile]
  /// The checked-out submodules, by the position of their entry.
  let submodules: [Int: Repository]
  /// The facts to remember for the next run.
  let learned: StatCache

  /// Returns the version on disk of an entry.
  func version(at position: Int) -> FileVersion? {
    if let found = changed[position] { return found }
    return index.entries[position].version
  }

  func untrackedPosition(of path: some Collection<UInt8>) -> Int? {
    let at = untrackedLowerBound(of: path)
    guard at < untracked.count, untracked[at].path.elementsEqual(path) else { return nil }
    return at
  }

  func untrackedLowerBound(of path: some Collection<UInt8>) -> Int {
    untracked.partitionPoint { !$0.path.lexicographicallyPrecedes(path) }
  }

  /// Returns the ignored files and folders below a folder, or the folder itself when it is ignored.
  func ignored(below folder: RelativePath) -> [UntrackedFile] {
    var place = folder
    while !place.isRoot {
      let at = ignored.partitionPoint { !$0.path.lexicographicallyPrecedes(place.bytes) }
      if at < ignored.count, ignored[at].path == place.bytes {
        return place == folder ? [ignored[at]] : [UntrackedFile(path: folder.bytes, kind: .folder)]
      }
      place = place.parent
    }
    let prefix = folder.isRoot ? [] : folder.bytes + [UInt8(ascii: "/")]
    let start = ignored.partitionPoint { !$0.path.lexicographicallyPrecedes(prefix) }
    return Array(ignored[start...].prefix { $0.path.starts(with: prefix) })
  }
}

/// Holds the snapshot once it is taken.
final class SnapshotCache: Sendable {
  private let snapshot = Guarded<WorkingTreeSnapshot?>(nil)

  func value(
    orTaking take: () throws(GitError) -> WorkingTreeSnapshot
  ) throws(GitError) -> WorkingTreeSnapshot {
    try snapshot.with { snapshot throws(GitError) in
      if let snapshot { return snapshot }
      let taken = try take()
      snapshot = taken
      return taken
    }
  }
}
