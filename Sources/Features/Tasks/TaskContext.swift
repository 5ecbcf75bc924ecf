import Base
import GitBridge
import Graph
import Runner
import Session
import SwiftSources

/// The settings, files and records that all tasks of a run share.
struct TaskContext: Sendable {
  let location: WorkspaceLocation
  let instances: TaskInstances
  let toolchain: Toolchain
  let host = HostIdentity.ofThisMachine()
  /// The environment of commands, without the variables that name the task.
  let environment: RunEnvironment
  /// All variables of Ambit's own environment. Tasks ask for single ones with `env`.
  let variables: [String: String]
  /// True when commands see all of Ambit's environment.
  let inheritsEnvironment: Bool
  /// Returns the path of a place beside the repository, where commands see the workspace at another place than its own.
  let beside: (@Sendable (RelativePath) -> [UInt8])?
  let tree: WorkingTree
  let ledger: TaskLedger
  private let digests = FileDigests()
  /// Contents of the workspace's files. Each is read once in a run, and rarely again in the next.
  private let disk: Guarded<DiskFiles>
  private let memory: RememberedStats

  init(_ session: Session, _ config: WorkspaceConfig, _ instances: TaskInstances) throws(Failure) {
    let world = session.world
    guard let tree = session.workspace.head.tree as? WorkingTree else { throw TasksCommand.unsupportedHead }
    self.tree = tree
    beside = world.beside
    location = session.workspace.location
    self.instances = instances
    toolchain = session.toolchain
    environment = RunEnvironment.of(config, toolchain: session.toolchain, world.environment)
    variables = world.environment
    inheritsEnvironment = config.run.environment == .inherit
    ledger = TaskLedger(of: location.root, cacheFolder: world.cacheFolder)
    memory = RememberedStats(cacheFolder: world.cacheFolder.map { $0 + "/tasks" })
    disk = Guarded(DiskFiles(of: tree, known: memory.recall(tree.workingFolder)))
  }

  var root: String { location.root }

  /// Reports folders that are moved from now on.
  func moves(of folders: some Sequence<RelativePath>) -> FolderMoves {
    FolderMoves(of: folders, root: root, outermost: location.repositoryRoot)
  }

  /// Returns the environment of an instance's command.
  func environment(of instance: TaskInstance) -> [String: String] {
    var environment = environment.tests
    for name in instance.config.env { environment[name] = variables[name] }
    environment.merge(TaskVariables.naming(instance.id.place)) { _, own in own }
    environment[TaskVariables.task] = instance.id.task
    environment[TaskVariables.workspace] = root
    return environment
  }

  /// Returns the variables that can decide a result and that the key must hold. Paths of this machine are left out.
  func keyedVariables(of instance: TaskInstance) -> [String: String?] {
    var keyed: [String: String?] = environment.keyed.merging(environment.sameEverywhere) { own, _ in own }
    for name in instance.config.env { keyed[name] = .some(variables[name]) }
    return keyed
  }

  func program(of instance: TaskInstance) -> TaskProgram? {
    let surroundings = TaskProgram.Surroundings(
      root: root, searchPath: environment(of: instance)["PATH"] ?? "", toolchain: toolchain.root)
    return TaskProgram(of: instance, in: surroundings, digests)
  }

  func command(of instance: TaskInstance, _ program: TaskProgram) -> Command {
    let workspace = [TaskVariables.workspace: root]
    return Command(
      executable: program.path,
      arguments: instance.words.dropFirst().map { TaskVariables.filled($0, with: workspace) },
      environment: environment(of: instance), workingFolder: location.absolutePath(of: instance.folder))
  }

  func outputPlace(of instance: TaskInstance) -> OutputPlace { OutputPlace(instance: instance, root: root) }
}

// MARK: Contents of files

extension TaskContext {
  /// Returns kind and content of each file in words, or nil where one cannot be read.
  func words(of files: [ListedFile]) throws(Failure) -> [RelativePath: String]? {
    let plain = files.filter { $0.kind == .file && !$0.isBehindLink }
    let trees = plain.map { file in
      TreeFile(
        path: location.folderInRepository.appending(file.path),
        kind: file.facts.isExecutable ? .executable : .file, content: nil)
    }
    let read = try disk.with { disk throws(Failure) in try disk.read(trees) }
    let contents = Dictionary(zip(plain.map(\.path), read.map(\.content))) { first, _ in first }
    var found: [RelativePath: String] = [:]
    for file in files {
      guard let words = words(of: file, contents[file.path] ?? nil) else { return nil }
      found[file.path] = words
    }
    return found
  }

  private func words(of file: ListedFile, _ content: ContentID?) -> String? {
    switch file.kind {
    case .file where file.isBehindLink: return behindLink(file)
    case .file: return content.map { "\(file.facts.isExecutable ? "executable" : "file") \($0)" }
    case .link(let target): return "link \(Text.escapingInvalidUTF8(target))"
    case .emptyFolder: return "folder"
    case .other: return nil
    }
  }

  private func behindLink(_ file: ListedFile) -> String? {
    let isLinked = file.path.lastComponent.elementsEqual(FileListing.linkedName)
    let path = Array("\(root)/".utf8) + (isLinked ? file.path.parent : file.path).bytes
    let hash = SHA256()
    guard ByteFiles.forEachPiece(of: path, followingLinks: true, { hash.update($0) }) else { return nil }
    return "behind a link \(file.facts.isExecutable ? "executable" : "file") \(hash.finish())"
  }

  func saveContents() { memory.keep(disk.with { $0.learned }, of: tree.workingFolder) }
}

// MARK: Checks before anything starts, so that no run deletes files that are not its own

extension TaskContext {
  /// Returns the tasks whose outputs exist and are not ignored by Git.
  func check(_ order: [Int]) throws(Failure) -> Set<String> {
    var unignored: Set<String> = []
    try TaskInstance.refuseConflicts(among: instances.all)
    for position in order {
      let instance = instances.all[position]
      try refuseMissingProgram(instance)
      for output in instance.outputs where try refuseForeignFiles(instance, output) {
        unignored.insert(instance.id.task)
      }
    }
    return unignored
  }

  /// Checks only programs in PATH: an earlier task may make a program of the workspace.
  private func refuseMissingProgram(_ instance: TaskInstance) throws(Failure) {
    guard let word = instance.words.first, !word.contains("/"), program(of: instance) == nil else { return }
    let path = environment(of: instance)["PATH"] ?? ""
    throw Failure(
      code: "missing-program",
      message:
        "the task \"\(instance.id.task)\" runs \"\(Text.escapingControls(word))\", but there is no such program",
      hints: [
        "tasks look for programs in \(path); to use your own PATH, set \"env\": [\"PATH\"]",
        "name a file of the workspace as \"//scripts/\(Text.escapingControls(word))\"",
      ])
  }

  /// Returns true when Git sees outputs of the instance. Throws if a matching file is not the instance's own.
  private func refuseForeignFiles(_ instance: TaskInstance, _ output: PlacedPattern) throws(Failure) -> Bool {
    let folder = location.folderInRepository
    let start = folder.appending(output.start)
    let isMeant = { (path: RelativePath) in
      path.relative(to: folder).map(output.covers) ?? false
    }
    let tracked = tree.tracked(below: start)
    if let file = tracked.first(where: isMeant) {
      throw Failure(
        code: "tracked-output",
        message:
          "the output \"\(output)\" of \(instance.id) would replace \"\(file)\", which Git tracks",
        hints: ["narrow the output, or remove the file from Git: git rm --cached and .gitignore"])
    }
    let entry = ledger[instance.id]
    let untracked = try tree.files(below: start).map(\.path).filter(isMeant)
    let foreign = untracked.first { path in
      path.relative(to: folder).map { !entry.made($0) } ?? false
    }
    guard let foreign else { return !untracked.isEmpty }
    throw Failure(
      code: "foreign-output",
      message:
        "the output \"\(output)\" of \(instance.id) would remove \"\(foreign)\", which the task did not make",
      hints: ["move the file away, or let Git ignore it"])
  }
}
