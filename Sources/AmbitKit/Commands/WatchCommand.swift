import Arguments
import Edge
import GitBridge
import ModuleGraph
import Names
import Support
import Terminal
import Watch
import Workspaces

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
    // The terminal is the session's, also while it is found out anew what counts.
    var silent = world
    silent.progressLine = ProgressLine(NoProgress(), ticks: false, now: { .zero })
    let session = try WatchSession(options: options, world: world, global: global, program: program) {
      [silent] () throws(Failure) in try Self.watchedFiles(silent, global, location)
    }
    world.progressLine.end()
    return session.run()
  }

  /// What modules are made of is only known of a workspace that can be read; of another what Git does not ignore counts.
  private static func watchedFiles(
    _ world: World, _ global: GlobalOptions, _ location: WorkspaceLocation
  ) throws(Failure) -> WatchedFiles {
    let repository = try Failure.wrapping {
      try Repository.open(containing: world.workingFolder, environment: world.environment)
    }
    let graph = try? SelectionPipeline.open(world, global, SelectionOptions()).wholeWorkspace().head
    let places = graph.map { graph in
      graph.modules.flatMap { module in
        [module.layout.folder].compactMap(\.self) + module.layout.inputs
          + (module.layout.readsWholePackage ? [module.id.package] : [])
      }
    }
    return WatchedFiles(
      repository, root: Array(location.repositoryRoot.utf8),
      moduleFolders: (places ?? []).map { Array(location.absolutePath(of: $0).utf8) },
      files: (try? repository.workingTree().files { _ in true }) ?? [])
  }
}
