package import Base

/// A Git repository with a work tree. Nothing here ever writes to it.
///
/// One instance answers from one snapshot of the work tree, taken at the first question. So the answers of a run agree
/// with each other. A new instance takes a new snapshot. All paths are relative to the work tree's root, and all lists
/// are sorted by the bytes of the path.
package final class Repository: Sendable {
  let handle: GitHandle
  let location: RepositoryLocation
  let options: ScanOptions
  let history: CommitGraph
  let snapshot = SnapshotCache()

  private init(handle: GitHandle, location: RepositoryLocation, options: ScanOptions) {
    self.handle = handle
    self.location = location
    self.options = options
    history = CommitGraph(handle: handle, commonFolder: location.commonFolder)
  }

  /// Opens the repository that holds `folder`, which may be any folder of its work tree.
  ///
  /// The environment's `GIT_DIR`, `GIT_INDEX_FILE` and other variables of a running hook apply. So do the variables
  /// that name the user's configuration.
  package static func open(
    containing folder: String, environment: [String: String], options: ScanOptions = ScanOptions()
  ) throws(Failure) -> Repository {
    let (handle, location) = try RepositoryOpener(folder: folder, environment: environment).open()
    return Repository(
      handle: handle, location: location, options: options.with(configurationOf: environment))
  }

  /// The absolute real path of the work tree's root.
  package var workingFolder: String { location.workingFolder }

  /// The differences between names that the file system may ignore, as Git found out when it made the clone.
  package var names: NameMatching { location.settings.names }

  /// The Git folder that all worktrees share. It identifies the clone.
  package var commonFolder: String { location.commonFolder }

  /// A name that all worktrees and clones of the repository share.
  package var cloneName: String { location.cloneName }
}

/// Options for reading the work tree. They do not change the result.
package struct ScanOptions: Sendable {
  /// The number of threads that read files. nil means one for each processor.
  package let threads: Int?
  /// Returns the facts about files that an earlier run learned. It is called when the files are read.
  package let statCache: @Sendable (_ workingFolder: String) -> StatCache
  /// The variables that name the user's configuration, for opening submodules.
  private(set) var environment: [String: String] = [:]

  package init(
    threads: Int? = nil, statCache: @escaping @Sendable (String) -> StatCache = { _ in StatCache() }
  ) {
    self.threads = threads
    self.statCache = statCache
  }

  /// A hook's variables name one repository and must not apply to another.
  func with(configurationOf environment: [String: String]) -> ScanOptions {
    var result = self
    result.environment = environment.filter { name, _ in
      name.hasPrefix("GIT_CONFIG") || ["HOME", "XDG_CONFIG_HOME", "SUDO_UID"].contains(name)
    }
    return result
  }
}

extension Repository {
  func currentSnapshot() throws(Failure) -> WorkingTreeSnapshot {
    try snapshot.value { () throws(Failure) in try takeSnapshot() }
  }

  private func takeSnapshot() throws(Failure) -> WorkingTreeSnapshot {
    // Not the clock of the disk, which is behind the times that some file systems give to files.
    let takenAt = FileTime.now
    let index = try readIndex()
    try refuseUnmerged(index)
    let threads = options.threads ?? Threads.processorCount
    let root = Array(workingFolder.utf8)
    // A file that changes while it is hashed may keep its time, so the limit is taken before.
    let limit = StatCache.youngestTrusted
    let scanner = WorkingTreeScanner(
      root: root, index: index, settings: location.settings, handle: handle,
      commonFolder: commonFolder)
    var found = try scanner.scan(ignoring: outermostScope(), threads: threads)
    let judge = SuspectJudge(
      hasher: ContentHasher(handle: handle, root: root), index: index,
      statCache: options.statCache(workingFolder))
    let verdicts = try judge.judge(found.suspects, threads: threads)
    found.untracked.sort { $0.path.lexicographicallyPrecedes($1.path) }
    found.ignored.sort { $0.path.lexicographicallyPrecedes($1.path) }
    return WorkingTreeSnapshot(
      index: index, changed: Self.changed(index, found.present, verdicts), untracked: found.untracked,
      ignored: found.ignored, worktrees: found.worktrees.sorted(),
      submodules: try submodules(index, found.gitlinks),
      learned: Self.learned(index, verdicts, olderThan: limit), takenAt: takenAt)
  }

  /// Reads the index. A repository without one has nothing staged.
  func readIndex() throws(Failure) -> GitIndex {
    let path = Array(location.indexPath.utf8)
    // The time is read first. When Git replaces the file in between, the time is too old, and more files are hashed.
    guard let facts = FileFacts(of: path) else { return .empty }
    let bytes: [UInt8]
    do throws(DiskError) {
      bytes = try ByteFiles.contents(of: path)
    } catch {
      throw Failure.git(.unreadable, "the index '\(location.indexPath)' cannot be read: \(error.words)")
    }
    if bytes.isEmpty { return .empty }
    return try IndexParser.parse(
      bytes, file: location.indexPath, timestamp: facts.modified)
  }

  /// Returns the paths that Git could not merge, sorted.
  package func unmergedPaths() throws(Failure) -> [RelativePath] { Self.unmergedPaths(in: try readIndex()) }

  private static func unmergedPaths(in index: GitIndex) -> [RelativePath] {
    Set(index.entries.filter(\.isUnmerged).map { RelativePath(index.path(of: $0)) }).sorted()
  }

  private func refuseUnmerged(_ index: GitIndex) throws(Failure) {
    let paths = Self.unmergedPaths(in: index)
    if paths.isEmpty { return }
    let shown = paths.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
    let more = paths.count > 10 ? " and \(paths.count - 10) more" : ""
    throw Failure.git(.unmergedPaths, "there are unmerged paths: \(shown)\(more)", situation: situation)
  }

  /// Returns the rules that apply everywhere: first the repository's own, then the user's.
  private func outermostScope() -> IgnoreScope {
    func rules(_ path: String?) -> IgnoreRules {
      let bytes = path.flatMap { Disk.contents(of: Array($0.utf8), followingLinks: true) } ?? []
      return IgnoreRules(bytes, ignoresCase: location.settings.ignoresCase)
    }
    let user = IgnoreScope(rules(location.settings.excludesFile), prefix: 0, outer: nil)
    return IgnoreScope(rules(location.commonFolder + "info/exclude"), prefix: 0, outer: user)
  }

  private static func changed(
    _ index: GitIndex, _ present: [Int], _ verdicts: [SuspectJudge.Verdict]
  ) -> [Int: FileVersion?] {
    var isPresent = [Bool](repeating: false, count: index.entries.count)
    for position in present { isPresent[position] = true }
    var changed: [Int: FileVersion?] = [:]
    for (position, entry) in index.entries.enumerated() where !isPresent[position] && !entry.isSkipped {
      changed[position] = .some(nil)
    }
    for verdict in verdicts {
      let entry = index.entries[verdict.entry]
      if entry.isIntent || verdict.version != entry.version {
        changed[verdict.entry] = .some(verdict.version)
      }
    }
    return changed
  }

  private static func learned(
    _ index: GitIndex, _ verdicts: [SuspectJudge.Verdict], olderThan limit: FileTime
  ) -> StatCache {
    var records: [[UInt8]: StatCache.Record] = [:]
    for verdict in verdicts {
      guard let content = verdict.version?.contentID, verdict.stamp.isOlder(than: limit) else { continue }
      let path = Array(index.path(at: verdict.entry))
      records[path] = StatCache.Record(stamp: verdict.stamp, content: content)
    }
    return StatCache(records: records)
  }

  /// Opens the submodules that have a folder and are checked out.
  private func submodules(_ index: GitIndex, _ gitlinks: [Int]) throws(Failure) -> [Int: Repository] {
    var found: [Int: Repository] = [:]
    for position in gitlinks { found[position] = try submodule(at: RelativePath(index.path(at: position))) }
    return found
  }

  /// Returns the repository that is checked out at `path`, or nil.
  func submodule(at path: RelativePath) throws(Failure) -> Repository? {
    let folder = Array(workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
    guard FileFacts(of: folder + Array("/.git".utf8)) != nil else { return nil }
    // The library cannot open a folder whose name is not UTF-8.
    guard let text = String(validating: folder, as: UTF8.self) else { return nil }
    do throws(Failure) {
      let repository = try Repository.open(
        containing: text, environment: options.environment, options: ScanOptions(threads: options.threads))
      // When `.git` leads nowhere, the search ends in the outer repository.
      return repository.workingFolder == workingFolder ? nil : repository
    } catch {
      if error.isOutsideRepository { return nil }
      throw error
    }
  }
}
