import Arguments
import Base
import GitBridge
import Graph
import Session

/// `ambit watch`: runs the same command again whenever a file changes.
struct WatchCommand: AmbitCommand {
  let options: WatchOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let program = try world.requiredExecutable()
    let location = try WorkspaceLocation.find(world, global)
    // The session owns the terminal, also while it looks up again which files count.
    var silent = world
    silent.progressLine = ProgressLine(SilentProgress(), ticks: false, now: { .zero })
    let session = try WatchSession(
      options: options, world: world, global: global, program: program,
      root: location.absolutePath(of: .root),
      notice: try notice(world)
    ) {
      [silent] () throws(Failure) in try watchedFiles(silent, global, location)
    }
    world.progressLine.end()
    return session.run()
  }

  private func notice(_ world: World) throws(Failure) -> DesktopNotice? {
    guard options.notifies else { return nil }
    guard let notice = DesktopNotice(inSearchPath: world.environment["PATH"] ?? "") else {
      throw Failure(
        code: "no-notices", message: "'--notify' needs a program for notices, and PATH has none",
        hints: ["install notify-send (Debian: apt install libnotify-bin); macOS has osascript"])
    }
    return notice
  }

  /// Returns nil when the workspace cannot be read: the user may correct it during the session. An empty workspace is
  /// an error, since every run would report the same.
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

  /// The folders of modules are known only for a workspace that can be read. Otherwise all files count that Git does
  /// not ignore.
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
