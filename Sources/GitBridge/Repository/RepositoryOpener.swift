import Base
import CGit2

/// Finds and opens a repository as Git would, from values instead of the process's state.
struct RepositoryOpener {
  let folder: String
  let environment: [String: String]
  private let sources: ConfigurationSources

  init(folder: String, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
    sources = ConfigurationSources(environment: environment)
  }

  func open() throws(Failure) -> (GitHandle, RepositoryLocation) {
    try LibGit2.start()
    let repository = try openPointer()
    // The handle owns the pointer from here on.
    let handle = try GitHandle(adopting: repository)
    let workTree = variable("GIT_WORK_TREE")
    let location = try handle.withRepository { pointer throws(Failure) in
      if let workTree {
        try LibGit2.check(
          git_repository_set_workdir(pointer, Disk.absolute(workTree, in: folder), 0), .unreadable,
          "cannot use the work tree '\(workTree)'")
      }
      return try locate(pointer)
    }
    try addObjectFolders(to: handle)
    return (handle, location)
  }

  /// Returns a variable that a running hook inherits from Git. An empty value counts as unset.
  private func variable(_ name: String) -> String? { environment.variable(name) }

  private func openPointer() throws(Failure) -> OpaquePointer {
    var repository: OpaquePointer?
    let code: Int32
    if let gitFolder = variable("GIT_DIR") {
      let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
      code = git_repository_open_ext(&repository, Disk.absolute(gitFolder, in: folder), flags, nil)
    } else {
      // The library would also stop at a `.git` file that lies on a file system of its own.
      let flags = GIT_REPOSITORY_OPEN_CROSS_FS.rawValue
      let ceilings = [variable("GIT_CEILING_DIRECTORIES"), fileSystemBorder].compactMap(\.self)
      code = git_repository_open_ext(&repository, folder, flags, ceilings.joined(separator: ":"))
    }
    guard code == 0, let repository else { throw openFailure(code) }
    return repository
  }

  /// The first folder above that lies on another file system, where Git ends its search. nil when there is none.
  private var fileSystemBorder: String? {
    var goesOn: Int32 = 0
    if let text = variable("GIT_DISCOVERY_ACROSS_FILESYSTEM") { _ = git_config_parse_bool(&goesOn, text) }
    guard goesOn == 0, var outer = LocalFiles.resolved(folder) else { return nil }
    let device = FileFacts(of: outer)?.device
    while outer != "/" {
      outer = LocalFiles.folder(of: outer)
      if FileFacts(of: outer)?.device != device { return outer }
    }
    return nil
  }

  private func openFailure(_ code: Int32) -> Failure {
    if code == GIT_ENOTFOUND.rawValue {
      return Failure.git(.notARepository, "'\(folder)' is not inside a Git repository")
    }
    let words = LibGit2.lastMessage
    let unsupported = ["unsupported", "object format", "extension"].contains { words.contains($0) }
    return Failure.git(
      unsupported ? .unsupportedRepository : .unreadable,
      "the Git repository at '\(folder)' cannot be opened: \(words)")
  }

  private func locate(_ pointer: OpaquePointer) throws(Failure) -> RepositoryLocation {
    guard let gitFolder = git_repository_path(pointer).map({ String(cString: $0) }),
      let commonFolder = git_repository_commondir(pointer).map({ String(cString: $0) })
    else { throw Failure.git(.unreadable, "the Git folder of '\(folder)' has no path") }
    guard let workTree = git_repository_workdir(pointer).map({ String(cString: $0) }),
      let workingFolder = LocalFiles.resolved(workTree)
    else {
      throw Failure.git(.unsupportedRepository, "the repository '\(gitFolder)' is bare: it has no work tree")
    }
    if variable("GIT_DIR") != nil, variable("GIT_WORK_TREE") == nil {
      try refuseElsewhere(workingFolder, gitFolder)
    }
    let ownership = try OwnershipCheck(environment: environment, sources: sources)
    try ownership.check(workingFolder: workingFolder, paths: [workingFolder, gitFolder])
    let configuration = try configure(pointer, gitFolder: gitFolder, commonFolder: commonFolder)
    return RepositoryLocation(
      workingFolder: workingFolder, gitFolder: gitFolder, commonFolder: commonFolder,
      indexPath: variable("GIT_INDEX_FILE").map { Disk.absolute($0, in: workingFolder) }
        ?? gitFolder + "index",
      settings: WorkingTreeSettings(configuration, sources: sources),
      origin: configuration.string("remote.origin.url"))
  }

  /// Refuses a `GIT_DIR` whose work tree does not hold the folder, or holds another repository with the folder in it: a hook
  /// that changes to another repository still has the variable.
  private func refuseElsewhere(_ workingFolder: String, _ gitFolder: String) throws(Failure) {
    let inner = LocalFiles.resolved(folder)
    let isInside = inner == workingFolder || inner?.path(below: workingFolder) != nil
    var found = git_buf()
    defer { git_buf_dispose(&found) }
    let isFound = git_repository_discover(&found, folder, 1, nil) == 0
    let discovered = isFound ? found.ptr.flatMap { LocalFiles.resolved(String(cString: $0)) } : nil
    guard !isInside || discovered != nil && discovered != LocalFiles.resolved(gitFolder) else { return }
    throw Failure.git(
      .notARepository,
      "GIT_DIR names the repository of '\(workingFolder)', and '\(folder)' does not belong to it: unset GIT_DIR or "
        + "set GIT_WORK_TREE")
  }

  /// Gives the library the same configuration as Git. Filters and attributes depend on it.
  private func configure(
    _ pointer: OpaquePointer, gitFolder: String, commonFolder: String
  ) throws(Failure) -> GitConfiguration {
    let local = try GitConfiguration(
      sources: sources, repositoryFiles: [commonFolder + "config"], of: pointer)
    var composed = local
    if local.bool("extensions.worktreeconfig", default: false) {
      composed = try GitConfiguration(
        sources: sources, repositoryFiles: [commonFolder + "config", gitFolder + "config.worktree"],
        of: pointer)
    }
    try LibGit2.check(
      git_repository_set_config(pointer, composed.pointer), .unreadable, "cannot set the configuration")
    return composed
  }

  private func addObjectFolders(to handle: GitHandle) throws(Failure) {
    if let folder = variable("GIT_OBJECT_DIRECTORY") {
      try handle.addObjectFolder(Disk.absolute(folder, in: self.folder))
    }
    let alternates = variable("GIT_ALTERNATE_OBJECT_DIRECTORIES") ?? ""
    for folder in alternates.split(separator: ":") {
      try handle.addObjectFolder(Disk.absolute(String(folder), in: self.folder))
    }
  }
}

/// The folders of an opened repository, and its settings.
struct RepositoryLocation: Sendable {
  /// The real path of the work tree, without a slash at the end.
  let workingFolder: String
  /// The worktree's own Git folder. `commonFolder` is the one that all worktrees share.
  let gitFolder: String
  let commonFolder: String
  let indexPath: String
  let settings: WorkingTreeSettings
  /// The address that the repository was cloned from.
  let origin: String?

  /// A name that all worktrees and clones of one repository share: the host and path of the origin, without the user and
  /// the password in its address. Without an origin, or with a relative one, it is the folder of the first worktree.
  var cloneName: String {
    guard let origin, !origin.isEmpty, !origin.hasPrefix(".") else {
      return commonFolder.hasSuffix("/.git/") ? String(commonFolder.dropLast("/.git/".count)) : commonFolder
    }
    var name = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
    if name.hasPrefix("/") {
      name = (LocalFiles.resolved(String(name)) ?? String(name))[...]
    } else {
      let host = name.prefix { $0 != "/" }
      if let user = host.lastIndex(of: "@") { name = name[name.index(after: user)...] }
      // git@host:team/shop
      if let colon = name.firstIndex(of: ":") { name.replaceSubrange(colon...colon, with: "/") }
    }
    while name.hasSuffix("/") { name.removeLast() }
    let ending = ["/.git", ".git"].first(where: name.hasSuffix)
    return String(name.dropLast(ending?.count ?? 0))
  }
}

/// The configuration that decides how the work tree is read.
struct WorkingTreeSettings: Sendable {
  /// True when the owner's execute bit on disk has a meaning.
  let trustsFileMode: Bool
  let hasSymbolicLinks: Bool
  let ignoresCase: Bool
  /// The differences between names that the file system ignores.
  let names: NameMatching
  let excludesFile: String?

  init(_ configuration: GitConfiguration, sources: ConfigurationSources) {
    trustsFileMode = configuration.bool("core.filemode", default: true)
    hasSymbolicLinks = configuration.bool("core.symlinks", default: true)
    ignoresCase = configuration.bool("core.ignorecase", default: false)
    // Some users set these so that Git sees renames to another case. A Mac's file systems ignore case anyway.
    let isMac = HostPlatform.name == "macos"
    names = NameMatching(
      ignoresCase: ignoresCase || isMac,
      ignoresComposition: isMac || configuration.bool("core.precomposeunicode", default: false))
    excludesFile = configuration.path("core.excludesfile") ?? sources.xdgFolder.map { $0 + "/ignore" }
  }
}
