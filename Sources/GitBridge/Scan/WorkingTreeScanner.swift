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

  /// Visits a folder. Returns the folders found inside.
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
    // The folder is gone, or no folder any more. Its tracked files then count as deleted.
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
  /// The ignored files, and the ignored folders without tracked files. The scan does not read these folders.
  var ignored: [UntrackedFile] = []
  /// The positions of submodules with a folder on disk.
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
