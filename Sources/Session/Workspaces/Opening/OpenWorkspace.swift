package import Arguments
package import Base
package import GitBridge
package import Graph

/// A workspace in the state that the command line asks for: the working tree or a commit.
package struct OpenWorkspace {
  package private(set) var repository: Repository
  package private(set) var location: WorkspaceLocation
  package private(set) var head: ComparedHead
  package private(set) var config: WorkspaceConfig
  /// The traits that builds request from every root package.
  package let traits: RequestedTraits
  /// True when the arguments for SwiftPM may set flags for `#if`.
  let setsFlags: Bool
  /// The undeclared places that its modules were seen to read, as known when the workspace was opened.
  package private(set) var footprints: Footprints
  /// A moment before the files of the head were listed.
  private(set) var asOf: FileTime

  /// The head's files with paths relative to the workspace.
  package var tree: SubTree { SubTree(of: head.tree, at: location.folderInRepository) }

  /// The workspace's folder in the working tree, also when the run happens in a copy of a revision.
  package var originalRoot: String { folder(in: repository.workingFolder) }

  private func folder(in repository: String) -> String {
    let folder = location.folderInRepository
    return folder.isRoot ? repository : "\(repository)/\(String(decoding: folder.bytes, as: UTF8.self))"
  }

  /// The absolute paths of the workspace and of its repository, where its manifests are evaluated.
  var manifestRoots: [String] { [originalRoot, repository.workingFolder] }

  /// The name of a workspace that has none in its configuration.
  package var folderName: String? { location.root.split(separator: "/").last.map(String.init) }

  package static func open(
    _ world: World, _ options: GlobalOptions, headRevision: String?,
    swiftArguments: SwiftArguments = SwiftArguments()
  ) throws(Failure) -> OpenWorkspace {
    let repository = try openRepository(containing: world.workingFolder, world)
    var location = try WorkspaceLocation.find(
      repositoryRoot: repository.workingFolder, from: world.workingFolder,
      explicitFile: options.workspaceFile.map { world.absoluteText($0.bytes) })
    location.names = repository.names
    let workspace = try at(
      headRevision, of: repository, location, requiresConfiguration: options.workspaceFile != nil,
      swiftArguments, Footprints())
    if workspace.head.isWorkingTree { RememberedStats(cacheFolder: world.cacheFolder).keep(repository) }
    return workspace.knowing(workspace.footprintStore(world).read())
  }

  /// Opens the workspace at a revision, or as it is in the working tree. The configuration comes from the same state.
  private static func at(
    _ revision: String?, of repository: Repository, _ location: WorkspaceLocation,
    requiresConfiguration: Bool,
    _ swiftArguments: SwiftArguments, _ footprints: Footprints
  ) throws(Failure) -> OpenWorkspace {
    let asOf = FileTime.nowOnDisk
    let head = try ComparedHead.resolve(revision, in: repository)
    let config = try readConfig(
      location, SubTree(of: head.tree, at: location.folderInRepository), required: requiresConfiguration)
    return OpenWorkspace(
      repository: repository, location: location, head: head, config: config,
      traits: try RequestedTraits(config, swiftArguments),
      setsFlags: try swiftArguments.setsFlags(with: config), footprints: footprints, asOf: asOf)
  }

  /// The files that keep the footprints of its modules.
  package func footprintStore(_ world: World) -> FootprintStore {
    FootprintStore(
      of: originalRoot, in: folder(in: repository.cloneName), at: location.folderInRepository,
      cacheFolder: world.cacheFolder)
  }

  /// The same workspace with what is known of its modules.
  package func knowing(_ footprints: Footprints) -> OpenWorkspace { with { $0.footprints = footprints } }

  /// The same workspace at another folder.
  package func at(root: String) -> OpenWorkspace { with { $0.location = location.moved(to: root) } }

  /// Returns the same workspace with another configuration.
  package func configured(by config: WorkspaceConfig) -> OpenWorkspace { with { $0.config = config } }

  private func with(_ change: (inout OpenWorkspace) -> Void) -> OpenWorkspace {
    var workspace = self
    change(&workspace)
    return workspace
  }

  /// Returns the same workspace with the files of its working tree read again. A commit stays as it is.
  func refreshed(_ world: World) throws(Failure) -> OpenWorkspace {
    try reread(world, keeping: head.isWorkingTree ? nil : head)
  }

  /// Returns the workspace with its working tree as the head, which is read again only if the head is a commit.
  func ofWorkingTree(_ world: World) throws(Failure) -> OpenWorkspace {
    head.isWorkingTree ? self : try reread(world, keeping: nil)
  }

  /// Opens the repository again, with `kept` as the head, else with the working tree.
  private func reread(_ world: World, keeping kept: ComparedHead?) throws(Failure) -> OpenWorkspace {
    let asOf = FileTime.nowOnDisk
    let repository = try Self.openRepository(containing: repository.workingFolder, world)
    let head = if let kept { kept } else { try ComparedHead.resolve(nil, in: repository) }
    return with { ($0.repository, $0.head, $0.asOf) = (repository, head, asOf) }
  }

  private static func openRepository(containing folder: String, _ world: World) throws(Failure) -> Repository
  {
    try Repository.open(
      containing: folder, environment: world.environment,
      options: ScanOptions(statCache: RememberedStats(cacheFolder: world.cacheFolder).recall))
  }

  /// Returns the workspace at another commit, with that commit's configuration.
  package func at(commit: CommitID, requiresConfiguration: Bool) throws(Failure) -> OpenWorkspace {
    try Self.at(
      commit.description, of: repository, location, requiresConfiguration: requiresConfiguration,
      SwiftArguments(), footprints)
  }

  /// All files of the repository as a commit has them.
  package func tree(of commit: String) throws(Failure) -> any FileTree {
    try repository.tree(of: try repository.resolve(commit))
  }

  /// Returns the configuration in another tree of the repository.
  package func config(in tree: any FileTree) throws(Failure) -> WorkspaceConfig {
    try Self.readConfig(location, SubTree(of: tree, at: location.folderInRepository), required: false)
  }

  /// Returns the configuration in a tree, or the default one.
  package static func readConfig(
    _ location: WorkspaceLocation, _ tree: some FileTree, required: Bool
  ) throws(Failure) -> WorkspaceConfig {
    // The target of a link could change without a change of the configuration's path.
    if let kind = try tree.kind(of: location.configuration),
      kind != .file, kind != .executable
    {
      throw Failure(
        code: "no-configuration", message: "\"\(location.configuration)\" is not a regular file",
        hints: ["replace it with a regular file, or remove it"])
    }
    let contents = try tree.contents(of: location.configuration)
    guard let contents else {
      guard !required else {
        throw Failure(
          code: "no-configuration",
          message: "\"\(location.configuration)\" is not in this revision",
          hints: ["commit it, or leave out --workspace"])
      }
      return .default
    }
    return try WorkspaceConfig.parse(contents, fileName: location.configuration.description)
  }
}

extension OpenWorkspace {
  /// Warnings about lockfiles that workspace.json names and that do not exist. Their pins would never select anything.
  var missingLockfiles: [Warning] {
    config.lockfiles.map(\.path).filter(isMissing).map { path in
      Warning(
        code: "missing-lockfile",
        message: "\"lockfiles\" in workspace.json names \"\(path)\", but there is no such file",
        hints: ["correct the path, or remove it"])
    }
  }

  /// A warning about worktrees of this clone inside of it. It ends when Git ignores their folder.
  var innerWorktrees: [Warning] {
    guard let inner = (head.tree as? WorkingTree)?.worktrees, let first = inner.first else { return [] }
    let more = inner.count > 1 ? " and \(inner.count - 1) more" : ""
    return [
      Warning(
        code: "inner-worktree", message: "\"\(first)\"\(more) is left out: a worktree of this clone",
        hints: ["\"/\(first)\" in .gitignore or .git/info/exclude lets Git ignore it too"])
    ]
  }

  private func isMissing(_ path: RelativePath) -> Bool {
    // An unreadable file exists.
    do { return try tree.contents(of: path) == nil } catch { return false }
  }
}

/// Contents of files by their `stat` values, kept between runs.
/// Ambit never refreshes Git's index. Without this, files that differ from the index would be hashed in every run.
package struct RememberedStats: Sendable {
  private let folder: String?

  package init(cacheFolder: String?) {
    folder = cacheFolder.map { $0 + "/stat" }
  }

  package func recall(_ workingFolder: String) -> StatCache {
    path(workingFolder).flatMap { LocalFiles.read($0) }.map { StatCache(decoding: $0) } ?? StatCache()
  }

  /// Saves what the repository learned in this run, if anything is new.
  func keep(_ repository: Repository) {
    guard let learned = try? repository.learnedStatCache() else { return }
    keep(learned, of: repository.workingFolder)
  }

  package func keep(_ learned: StatCache?, of workingFolder: String) {
    guard let learned, let path = path(workingFolder) else { return }
    let bytes = learned.encoded()
    if learned.isEmpty ? LocalFiles.exists(path) : LocalFiles.read(path) != bytes {
      LocalFiles.replace(path, with: bytes)
    }
  }

  private func path(_ workingFolder: String) -> String? {
    folder.map { "\($0)/\(SHA256.digest(of: Array(workingFolder.utf8)))" }
  }
}
