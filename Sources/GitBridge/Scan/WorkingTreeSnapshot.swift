import Base

/// The work tree as it was when it was read: the index, and where the disk differs from it.
struct WorkingTreeSnapshot: Sendable {
  let index: GitIndex
  /// Entries whose file is not what the index says; nil for those that are gone.
  let changed: [Int: FileVersion?]
  /// Sorted by path.
  let untracked: [UntrackedFile]
  /// Ignored files, and ignored folders as a whole; sorted by path.
  let ignored: [UntrackedFile]
  /// The checked-out submodules, by the position of their entry.
  let submodules: [Int: Repository]
  /// What can be remembered for the next run.
  let learned: StatCache

  /// What stands on disk for an entry.
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

  /// What is ignored below a folder; all of the folder when it is ignored itself.
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

/// Holds the snapshot once it was taken.
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
