import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    Threads.run(threads) { _ in
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
    guard let folder = FolderReader(root + [UInt8(ascii: "/")] + task.path) else {
      noteUnreadable(task, &findings)
      return []
    }
    var visit = FolderVisit(scanner: self, task: task)
    folder.forEachName { visit.meet($0, type: $1, in: folder, &findings) }
    return visit.finish(&findings)
  }

  private func noteUnreadable(_ task: Task, _ findings: inout ScanFindings) {
    // Gone, or no folder any more: its tracked files then count as deleted.
    if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return }
    let path = RelativePath(task.path)
    if task.range.isEmpty && !task.path.isEmpty {
      findings.untracked.append(UntrackedFile(path: path.bytes, kind: .folder))
    } else {
      findings.failure = GitError(
        .unreadable, "the folder '\(path)' cannot be read: \(Disk.lastError)", paths: [path])
    }
  }
}

/// Collects the findings of all threads; sendable because its lock guards them.
private final class ScanResults: @unchecked Sendable {
  private let lock = Lock()
  private var findings = ScanFindings()

  func add(_ more: ScanFindings) { lock.withLock { findings.add(more) } }
  var total: ScanFindings { lock.withLock { findings } }
}
