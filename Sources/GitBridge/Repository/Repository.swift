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
  ) throws(GitError) -> Repository {
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
}

/// Options for reading the work tree. They do not change the result.
package struct ScanOptions: Sendable {
  /// The number of threads that read files. nil means one for each processor.
  package let threads: Int?
  /// Returns the facts about files that an earlier run learned. It is called when the files are read.
  package let statCache: @Sendable (_ workingFolder: String) -> StatCache
  /// The variables that name the user's configuration, for opening submodules.
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

  /// A hook's variables name one repository and must not apply to another.
  func with(configurationOf environment: [String: String]) -> ScanOptions {
    let kept = environment.filter { name, _ in
      name.hasPrefix("GIT_CONFIG") || ["HOME", "XDG_CONFIG_HOME", "SUDO_UID"].contains(name)
    }
    return ScanOptions(threads: threads, statCache: statCache, environment: kept)
  }
}
