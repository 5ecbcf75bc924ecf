import Base
import GitBridge
import Graph
import Runner
import Session
import SwiftSources

/// The settings that all tasks of a run share: folders, toolchain, environment.
struct TaskContext: Sendable {
  let location: WorkspaceLocation
  let instances: TaskInstances
  let toolchain: Toolchain
  let host: HostIdentity
  /// The environment of commands, without the variables that name the task.
  let environment: RunEnvironment
  /// All variables of Ambit's own environment. Tasks ask for single ones with `env`.
  let variables: [String: String]
  /// True when commands see all of Ambit's environment.
  let inheritsEnvironment: Bool
  let files: TaskFiles
  let digests = ProgramDigests()

  init(_ pipeline: SelectionPipeline, _ config: WorkspaceConfig, _ instances: TaskInstances) {
    let world = pipeline.world
    location = pipeline.workspace.location
    self.instances = instances
    toolchain = pipeline.toolchain
    host = .ofThisMachine()
    environment = RunEnvironment.of(config, toolchain: pipeline.toolchain, world.environment)
    variables = world.environment
    inheritsEnvironment = config.run.environment == .inherit
    files = TaskFiles(pipeline)
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
    TaskProgram(of: instance, in: programSurroundings(of: instance), digests)
  }

  func programSurroundings(of instance: TaskInstance) -> TaskProgram.Surroundings {
    TaskProgram.Surroundings(
      root: root, searchPath: environment(of: instance)["PATH"] ?? "", toolchain: toolchain.root)
  }

  func command(of instance: TaskInstance, _ program: TaskProgram) -> Command {
    let workspace = [TaskVariables.workspace: root]
    return Command(
      executable: program.path,
      arguments: instance.words.dropFirst().map { TaskVariables.filled($0, with: workspace) },
      environment: environment(of: instance), workingFolder: location.absolutePath(of: instance.folder))
  }

  func outputPlace(of instance: TaskInstance) -> OutputPlace { OutputPlace(of: instance, root: root) }
}

/// Contents of the workspace's files. Each is read once in a run, and rarely again in the next.
final class TaskFiles: Sendable {
  private let disk: Guarded<DiskFiles>?
  private let memory: RememberedStats
  private let folder: RelativePath
  private let workingFolder: String
  private let root: [UInt8]

  init(_ pipeline: SelectionPipeline) {
    let location = pipeline.workspace.location
    memory = RememberedStats(cacheFolder: pipeline.world.cacheFolder.map { $0 + "/tasks" })
    workingFolder = pipeline.workspace.repository.workingFolder
    folder = location.folderInRepository
    root = Array(location.root.utf8)
    let known = memory.recall(workingFolder)
    disk = (pipeline.workspace.head.tree as? WorkingTree).map { Guarded(DiskFiles(of: $0, known: known)) }
  }

  /// Returns kind and content of each file in words, or nil where one cannot be read.
  func words(of files: [ListedFile]) throws(Failure) -> [TaskKeyInputs.File]? {
    let plain = files.filter { $0.kind == .file && !$0.isBehindLink }
    let trees = plain.map { file in
      TreeFile(
        path: folder.appending(file.path), kind: file.facts.isExecutable ? .executable : .file, content: nil)
    }
    let read = try disk?.with { disk throws(Failure) in try disk.read(trees) } ?? trees
    let contents = Dictionary(zip(plain.map(\.path), read.map(\.content))) { first, _ in first }
    var found: [TaskKeyInputs.File] = []
    for file in files {
      guard let words = words(of: file, contents[file.path] ?? nil) else { return nil }
      found.append(TaskKeyInputs.File(file.path, content: words))
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
    let path = root + [UInt8(ascii: "/")] + (isLinked ? file.path.parent : file.path).bytes
    let hash = SHA256()
    guard ByteFiles.forEachPiece(of: path, followingLinks: true, { hash.update($0) }) else { return nil }
    return "behind a link \(file.facts.isExecutable ? "executable" : "file") \(hash.finish())"
  }

  func save() {
    guard let disk else { return }
    memory.keep(disk.with { $0.learned }, of: workingFolder)
  }
}
