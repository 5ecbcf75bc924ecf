import Base

/// Walks the work tree once, with several threads, and compares it with the index.
///
/// Every folder is listed once, which finds untracked files. Tracked files are looked at relative to the open folder.
/// The library does both one after the other, in one thread, and is slower than Git.
struct WorkingTreeScanner: Sendable {
  let root: [UInt8]
  let index: GitIndex
  let settings: WorkingTreeSettings
  let handle: GitHandle
  /// The Git folder that all worktrees of this clone share.
  let commonFolder: String

  /// A folder to visit.
  struct Task: Sendable {
    /// The path from the root, with a slash at the end. It is empty for the root.
    let path: [UInt8]
    /// The tracked files below the folder.
    let range: Range<Int>
    let ignores: IgnoreScope
    /// True when the folder is visited only for its tracked files.
    let isIgnored: Bool
  }

  func scan(ignoring outermost: IgnoreScope, threads: Int) throws(Failure) -> ScanFindings {
    let start = Task(path: [], range: index.entries.indices, ignores: outermost, isIgnored: false)
    let queue = WorkQueue([start])
    let results = ScanResults()
    _ = concurrentMap(Array(0..<threads), jobs: threads) { _ in
      var findings = ScanFindings()
      while let task = queue.next() {
        queue.finish(adding: visit(task, &findings))
      }
      results.add(findings)
    }
    let findings = results.total
    if let failure = findings.failure { throw failure }
    return findings
  }

  /// Visits a folder. Returns the folders found inside.
  private func visit(_ task: Task, _ findings: inout ScanFindings) -> [Task] {
    var visit = FolderVisit(scanner: self, task: task)
    var isWorktree = false
    do throws(DiskError) {
      let folder = try FolderReader(root + [UInt8(ascii: "/")] + task.path)
      try folder.forEachName { name, kind in
        if !Self.isRepository(name) {
          visit.meet(name, kind: kind, in: folder, &findings)
        } else if kind != .folder, task.range.isEmpty {
          isWorktree =
            !task.path.isEmpty
            && LinkedWorktree.lies(at: root + [UInt8(ascii: "/")] + task.path, of: commonFolder)
        }
      }
    } catch {
      noteUnreadable(task, error, &findings)
      return []
    }
    if isWorktree {
      let path = Array(task.path.dropLast())
      findings.worktrees.append(RelativePath(path))
      findings.ignored.append(UntrackedFile(path: path, kind: .folder))
      return []
    }
    return visit.finish(&findings)
  }

  private static func isRepository(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".") && name.elementsEqual(".git".utf8)
  }

  private func noteUnreadable(_ task: Task, _ error: DiskError, _ findings: inout ScanFindings) {
    // The folder is gone, or no folder any more. Its tracked files then count as deleted.
    if error.kind == .missing || error.kind == .unexpected { return }
    let path = RelativePath(task.path)
    if task.range.isEmpty && !task.path.isEmpty {
      findings.untracked.append(UntrackedFile(path: path.bytes, kind: .folder))
    } else {
      findings.failure = Failure.git(.unreadable, "the folder '\(path)' cannot be read: \(error.words)")
    }
  }
}

/// Another worktree of a clone, in a folder inside of it. Its files belong to another branch, so the folder counts as
/// ignored.
enum LinkedWorktree {
  /// Returns true when the `.git` in `folder` leads to the worktrees of the clone with this Git folder.
  static func lies(at folder: [UInt8], of commonFolder: String) -> Bool {
    let folder = folder.last == UInt8(ascii: "/") ? folder : folder + [UInt8(ascii: "/")]
    let mark = Array("gitdir: ".utf8)
    guard let pointer = Disk.contents(of: folder + Array(".git".utf8)), pointer.starts(with: mark),
      let worktrees = ByteFiles.resolved(Array((commonFolder + "worktrees").utf8))
    else { return false }
    let target = Array(pointer.dropFirst(mark.count).prefix { $0 != UInt8(ascii: "\n") })
    let isAbsolute = target.first == UInt8(ascii: "/")
    let gitFolder = ByteFiles.resolved(isAbsolute ? target : folder + target)
    return gitFolder.map { RelativePath($0).parent == RelativePath(worktrees) } ?? false
  }
}

/// Collects the findings of all threads.
private final class ScanResults: Sendable {
  private let findings = Guarded(ScanFindings())

  func add(_ more: ScanFindings) { findings.with { $0.add(more) } }
  var total: ScanFindings { findings.with { $0 } }
}

/// A tracked file whose content must be read.
struct Suspect: Sendable {
  let entry: Int
  /// The kind on disk that Git would record.
  let kind: FileKind
  let stamp: FileStamp
}

struct UntrackedFile: Sendable {
  let path: [UInt8]
  let kind: FileKind
}

/// The findings of a walk over the work tree, by one thread or by all.
struct ScanFindings: Sendable {
  /// The positions of entries that exist on disk: files, and submodules with a folder.
  var present: [Int] = []
  var suspects: [Suspect] = []
  var untracked: [UntrackedFile] = []
  /// The ignored files, the ignored folders without tracked files, and empty folders. The scan reads none of these
  /// folders.
  var ignored: [UntrackedFile] = []
  /// The untracked folders that hold another worktree of this clone. They are among the ignored ones.
  var worktrees: [RelativePath] = []
  /// The positions of submodules with a folder on disk.
  var gitlinks: [Int] = []
  var failure: Failure?

  mutating func add(_ other: ScanFindings) {
    present += other.present
    suspects += other.suspects
    untracked += other.untracked
    ignored += other.ignored
    worktrees += other.worktrees
    gitlinks += other.gitlinks
    failure = failure ?? other.failure
  }
}

/// The work tree at the time when it was read: the index, and where the disk differs from it.
struct WorkingTreeSnapshot: Sendable {
  let index: GitIndex
  /// The entries whose file differs from the index. The value is nil for a deleted file.
  let changed: [Int: FileVersion?]
  /// The untracked files, sorted by path.
  let untracked: [UntrackedFile]
  /// The ignored files, the ignored folders as a whole, and empty folders, sorted by path.
  let ignored: [UntrackedFile]
  /// The untracked folders that hold another worktree of this clone, sorted.
  let worktrees: [RelativePath]
  /// The checked-out submodules, by the position of their entry.
  let submodules: [Int: Repository]
  /// The facts to remember for the next run.
  let learned: StatCache
  /// A moment before the index was read.
  let takenAt: FileTime

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
    orTaking take: () throws(Failure) -> WorkingTreeSnapshot
  ) throws(Failure) -> WorkingTreeSnapshot {
    try snapshot.with { snapshot throws(Failure) in
      if let snapshot { return snapshot }
      let taken = try take()
      snapshot = taken
      return taken
    }
  }
}

/// Decides which suspects really differ from the index, by hashing them on several threads.
struct SuspectJudge: Sendable {
  let hasher: ContentHasher
  let index: GitIndex
  let statCache: StatCache

  /// The version on disk, or nil when the file is gone.
  struct Verdict: Sendable {
    let entry: Int
    let version: FileVersion?
    let stamp: FileStamp
  }

  /// Returns the verdict on every suspect, including unchanged ones.
  func judge(_ suspects: [Suspect], threads: Int) throws(Failure) -> [Verdict] {
    let pieces = WorkQueue(suspects.indices.pieces(of: 64))
    let results = JudgeResults()
    let workers = min(threads, max(1, suspects.count / 16))
    _ = concurrentMap(Array(0..<workers), jobs: workers) { _ in
      while let piece = pieces.next() {
        var verdicts: [Verdict] = []
        do throws(Failure) {
          for position in piece { verdicts.append(try judge(suspects[position])) }
          results.add(verdicts)
        } catch {
          results.fail(error)
        }
        pieces.finish(adding: [])
      }
    }
    return try results.verdicts()
  }

  private func judge(_ suspect: Suspect) throws(Failure) -> Verdict {
    let entry = index.entries[suspect.entry]
    let path = index.path(of: entry)
    let id: ObjectID?
    if let known = statCache.content(of: path, suspect.stamp) {
      id = known
    } else {
      let raw = try hasher.rawID(of: path, kind: suspect.kind)
      // Bytes that equal the recorded blob are no change, whatever filters would do with them.
      id = raw == nil || raw == entry.id ? raw : try hasher.cleanedID(of: path, kind: suspect.kind)
    }
    return Verdict(
      entry: suspect.entry,
      version: id.map { FileVersion(contentID: $0, kind: suspect.kind) },
      stamp: suspect.stamp)
  }
}

/// Collects the verdicts of all threads.
private final class JudgeResults: Sendable {
  private let found = Guarded<(verdicts: [SuspectJudge.Verdict], failure: Failure?)>(([], nil))

  func add(_ verdicts: [SuspectJudge.Verdict]) { found.with { $0.verdicts += verdicts } }

  /// Keeps the first failure.
  func fail(_ error: Failure) { found.with { $0.failure = $0.failure ?? error } }

  func verdicts() throws(Failure) -> [SuspectJudge.Verdict] {
    let found = found.with { $0 }
    if let failure = found.failure { throw failure }
    return found.verdicts
  }
}
