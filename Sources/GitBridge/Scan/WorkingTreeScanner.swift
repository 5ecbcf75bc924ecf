import Base

/// Walks the work tree once, with several threads, and compares what it meets with the index.
///
/// Every folder is listed once, which finds untracked files; the tracked ones are looked at relative to the
/// open folder. The library's own comparison does both in turn, in one thread, and is slower than Git.
struct WorkingTreeScanner: Sendable {
  let root: [UInt8]
  let index: GitIndex
  let settings: WorkingTreeSettings
  let handle: GitHandle

  /// A folder to visit.
  struct Task: Sendable {
    /// From the root, with a slash at the end; empty for the root.
    let path: [UInt8]
    /// The tracked files below it.
    let range: Range<Int>
    let ignores: IgnoreScope
    /// Visited only for the tracked files in it.
    let isIgnored: Bool
  }

  func scan(ignoring outermost: IgnoreScope, threads: Int) throws(GitError) -> ScanFindings {
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

  /// Returns the folders found inside.
  private func visit(_ task: Task, _ findings: inout ScanFindings) -> [Task] {
    var visit = FolderVisit(scanner: self, task: task)
    do throws(DiskError) {
      let folder = try FolderReader(root + [UInt8(ascii: "/")] + task.path)
      try folder.forEachName { name, kind in
        if !Self.isRepository(name) { visit.meet(name, kind: kind, in: folder, &findings) }
      }
    } catch {
      noteUnreadable(task, error, &findings)
      return []
    }
    return visit.finish(&findings)
  }

  private static func isRepository(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".") && name.elementsEqual(".git".utf8)
  }

  private func noteUnreadable(_ task: Task, _ error: DiskError, _ findings: inout ScanFindings) {
    // Gone, or no folder any more: its tracked files then count as deleted.
    if error.kind == .missing || error.kind == .unexpected { return }
    let path = RelativePath(task.path)
    if task.range.isEmpty && !task.path.isEmpty {
      findings.untracked.append(UntrackedFile(path: path.bytes, kind: .folder))
    } else {
      findings.failure = GitError(
        .unreadable, "the folder '\(path)' cannot be read: \(error.words)", paths: [path])
    }
  }
}

/// Collects the findings of all threads.
private final class ScanResults: Sendable {
  private let findings = Guarded(ScanFindings())

  func add(_ more: ScanFindings) { findings.with { $0.add(more) } }
  var total: ScanFindings { findings.with { $0 } }
}

/// A tracked file whose content must be looked at.
struct Suspect: Sendable {
  let entry: Int
  /// What stands on disk, as Git would record it.
  let kind: FileKind
  let stamp: FileStamp
}

struct UntrackedFile: Sendable {
  let path: [UInt8]
  let kind: FileKind
}

/// What the walk over the work tree found, by one thread or by all.
struct ScanFindings: Sendable {
  /// Positions of the entries that stand on disk: gitlinks with a folder, and files.
  var present: [Int] = []
  var suspects: [Suspect] = []
  var untracked: [UntrackedFile] = []
  /// Ignored files, and ignored folders that hold nothing tracked and were not looked into.
  var ignored: [UntrackedFile] = []
  /// Positions of gitlinks with a folder on disk.
  var gitlinks: [Int] = []
  var failure: GitError?

  mutating func add(_ other: ScanFindings) {
    present += other.present
    suspects += other.suspects
    untracked += other.untracked
    ignored += other.ignored
    gitlinks += other.gitlinks
    failure = failure ?? other.failure
  }
}
