package import Base

/// A Git repository with a work tree. Nothing here ever writes to it.
///
/// One instance answers from one snapshot of the work tree, taken when it is first asked for: the
/// answers of a run agree with each other. Open another instance to look again. All paths are relative
/// to the work tree's root, and all lists are sorted by the bytes of the path.
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
  /// Of `environment`, Git's own variables (`GIT_DIR`, `GIT_INDEX_FILE`, ... of a running hook) and those
  /// that say where the user's configuration lies are honoured.
  package static func open(
    containing folder: String, environment: [String: String], options: ScanOptions = ScanOptions()
  ) throws(GitError) -> Repository {
    let (handle, location) = try RepositoryOpener(folder: folder, environment: environment).open()
    return Repository(
      handle: handle, location: location, options: options.with(configurationOf: environment))
  }

  /// The absolute real path of the work tree's root.
  package var workingFolder: String { location.workingFolder }

  /// Which names its file system may take for the same, as far as Git found out when the clone was made.
  package var names: NameMatching { location.settings.names }

  /// The Git folder that all worktrees share: one name per clone.
  package var commonFolder: String { location.commonFolder }
}

/// How the work tree is read; none of it changes an answer.
package struct ScanOptions: Sendable {
  /// How many threads look at files; nil for one per processor.
  package let threads: Int?
  /// What was learned in an earlier run about the files of a working folder; asked when they are looked at.
  package let statCache: @Sendable (_ workingFolder: String) -> StatCache
  /// The variables that say where the user's configuration lies, for the submodules' sake.
  let environment: [String: String]

  package init(
    threads: Int? = nil, statCache: @escaping @Sendable (String) -> StatCache = { _ in StatCache() }
  ) {
    self.init(threads: threads, statCache: statCache, environment: [:])
  }

  private init(
    threads: Int?, statCache: @escaping @Sendable (String) -> StatCache, environment: [String: String]
  ) {
    self.threads = threads
    self.statCache = statCache
    self.environment = environment
  }

  /// Hooks' variables name one repository; they must not lead astray in another.
  func with(configurationOf environment: [String: String]) -> ScanOptions {
    let kept = environment.filter { name, _ in
      name.hasPrefix("GIT_CONFIG") || ["HOME", "XDG_CONFIG_HOME", "SUDO_UID"].contains(name)
    }
    return ScanOptions(threads: threads, statCache: statCache, environment: kept)
  }
}
