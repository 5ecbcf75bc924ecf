import Arguments
import Base
import GitBridge
import Graph
import Session

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
    silent.progressLine = ProgressLine(SilentProgress(), ticks: false, now: { .zero })
    let session = try WatchSession(options: options, world: world, global: global, program: program) {
      [silent] () throws(Failure) in try watchedFiles(silent, global, location)
    }
    world.progressLine.end()
    return session.run()
  }

  /// nil: it cannot be read, which may be mended while it is watched. Of an empty one every run would say the same.
  private func graph(_ world: World, _ global: GlobalOptions) throws(Failure) -> WorkspaceGraph? {
    do throws(Failure) {
      let pipeline = try SelectionPipeline.open(world, global, SelectionOptions())
      let graph = try pipeline.wholeWorkspace(allowsEmpty: options.allowsEmpty).head
      if options.what == "test", !options.allowsEmpty { try pipeline.workspace.refuseTestless(graph) }
      return graph
    } catch {
      let isOfEveryRun =
        EmptyWorkspace.isReason(of: error) || EmptyWorkspace.hasNoTests(error)
        || error.code == AbsentSubmodules.code
      if isOfEveryRun { throw error }
      return nil
    }
  }

  /// What modules are made of is only known of a workspace that can be read; of another what Git does not ignore counts.
  private func watchedFiles(
    _ world: World, _ global: GlobalOptions, _ location: WorkspaceLocation
  ) throws(Failure) -> WatchedFiles {
    let repository = try Failure.wrapping {
      try Repository.open(containing: world.workingFolder, environment: world.environment)
    }
    let places = try graph(world, global).map { graph in
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
