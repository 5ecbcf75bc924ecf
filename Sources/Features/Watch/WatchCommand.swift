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
    let repository = try Repository.open(containing: world.workingFolder, environment: world.environment)
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

extension WatchCommand {
  static let spec = CommandSpec(
    "watch", .everyday, "Run tests again on every save",
    discussion: [
      "Ambit runs tests, a build, lint or a task, and repeats the run after each change. Changes of "
        + "ignored files count only if a module has these files. A change stops the current run. The last "
        + "failures run first.",
      "Keys: 'a' runs everything, 'f' the failures, '/' cases with matching names, Enter the same again. "
        + "'e' opens the first failure in $VISUAL or $EDITOR, '?' lists the keys, 'q' quits. With '--json', "
        + "every verdict is a line of JSON.",
    ],
    positionals: [
      PositionalSpec(
        "WHAT", .watched, "The command: test, build, lint, or a task's name (default: test)"),
      .modules,
    ],
    flags: FlagSpec.watchedChange + [.all, .notify, .filter] + FlagSpec.watched,
    mainFlags: [.base, .all, .dependents, .filter, .notify, .configuration, .failFast], passthrough: .swift,
    examples: [
      Example("ambit watch", "test your changes on every save"),
      Example("ambit watch //Packages/Core", "the tests of a package, on every save"),
      Example("ambit watch build //Apps/Shop", "build one application on every save"),
      Example("ambit watch test Cart", "the tests of one module, on every save"),
      Example("ambit watch test CartTests --filter Totals", "some cases of one module"),
      Example("ambit watch lint", "the rules, on every save"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = WatchOptions(arguments)
    for reason in [WatchOptions.Reason.changes, .all, .failed] {
      let words = options.words(for: reason)
      // Words that do not suit the command are refused now, and not after every save.
      guard words.first != "run" else { continue }
      _ = try Ambit.request(words)
    }
  }
}

/// Shows a verdict as a notice on the desktop.
struct DesktopNotice: Sendable, Equatable {
  /// The absolute path of the program that shows notices.
  private let program: String
  private let isScript: Bool

  /// Returns nil when this machine has no program that shows notices.
  init?(inSearchPath searchPath: String) {
    if let found = Executables.find("notify-send", inSearchPath: searchPath) {
      (program, isScript) = (found, false)
    } else if let found = Executables.find("osascript", inSearchPath: searchPath) {
      (program, isScript) = (found, true)
    } else {
      return nil
    }
  }

  func command(_ title: String, _ text: String, _ environment: [String: String]) -> Command {
    // The text is an argument, so none of it can be part of the script.
    let script = [
      "-e", "on run words", "-e", "display notification (item 2 of words) with title (item 1 of words)", "-e",
      "end run",
    ]
    return Command(
      executable: program, arguments: (isScript ? script : ["--app-name=ambit", "--"]) + [title, text],
      environment: environment)
  }

  /// Failures are news, and so is the first pass after one. A pass after a pass is none.
  static func isNews(_ outcome: WatchOutcome, after before: WatchOutcome?) -> Bool {
    outcome != .passed || before.map { $0 != .passed } ?? false
  }
}
