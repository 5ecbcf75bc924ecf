import Arguments
import GitBridge
import ModuleGraph
import Platform
import Reports
import Support
import Terminal

/// `ambit watch`: the same command again and again, for whoever edits meanwhile.
struct WatchCommand {
  let options: WatchOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let program = world.executable else {
      throw Failure(
        code: "no-program",
        message: "it cannot be told where this program lies, so it cannot be started again",
        hints: ["call it by its path"])
    }
    let location = try WorkspaceLocation.find(world, global)
    let files = try watchedFiles(world, global, location)
    // From here on the terminal is the session's.
    world.progressLine.end()
    return WatchSession(options: options, world: world, global: global, program: program, files: files).run()
  }

  /// What modules are made of is only known of a workspace that can be read; of another what Git does not ignore counts.
  private func watchedFiles(
    _ world: World, _ global: GlobalOptions, _ location: WorkspaceLocation
  ) throws(Failure) -> WatchedFiles {
    let repository = try Failure.wrapping {
      try Repository.open(containing: world.workingFolder, environment: world.environment)
    }
    let graph = try? SelectionPipeline.open(world, global, SelectionOptions()).wholeWorkspace().head
    let folders = graph?.modules.compactMap(\.layout.folder) ?? []
    return WatchedFiles(
      repository, root: Array(location.repositoryRoot.utf8),
      moduleFolders: folders.map { Array(location.absolutePath(of: $0).utf8) })
  }
}
