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
  private func loaded(
    _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (graph: WorkspaceGraph, config: WorkspaceConfig)? {
    do throws(Failure) {
      let session = try Session.open(world, global, SelectionOptions())
      let graph = try session.wholeWorkspace(allowsEmpty: options.allowsEmpty).head
      if options.what == "test", !options.allowsEmpty { try session.workspace.refuseTestless(graph) }
      return (graph, session.workspace.config)
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
    var places: [RelativePath] = []
    if let (graph, config) = try loaded(world, global) {
      for module in graph.modules {
        places += [module.layout.folder].compactMap(\.self) + module.layout.inputs
        if module.layout.readsWholePackage { places.append(module.id.package) }
        places += config.placesOfInputs(of: module.id)
      }
    }
    return WatchedFiles(
      repository, root: Array(location.repositoryRoot.utf8),
      moduleFolders: places.map { Array(location.absolutePath(of: $0).utf8) },
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

/// The words of the command lines that `ambit watch` runs on every save.
struct WatchOptions: Sendable, Hashable {
  /// The cause of a run: a change, or a key that the user pressed.
  enum Reason: Sendable, Hashable {
    case changes, all, failed
  }

  /// The command to run: `test`, `build`, `lint`, or the name of a task.
  var what = "test"
  package private(set) var allowsEmpty = false
  /// True when the desktop shall show verdicts.
  package private(set) var notifies = false
  private var filter: Argument?
  private var change: [Argument] = []
  private var flags: [Argument] = []
  private var selectsAll = false
  private var modules: [Argument] = []
  private var passthrough: [Argument] = []

  init(_ arguments: ParsedArguments) {
    let named = arguments.positionals
    // Names of tasks have no slash: a path or an id says what to test.
    if let first = named.first?.text, !first.contains("/"), first != "." {
      what = first
      modules = Array(named.dropFirst())
    } else {
      modules = named
    }
    change = arguments.words(of: FlagSpec.watchedChange)
    flags = arguments.words(of: FlagSpec.watched)
    selectsAll = arguments.has(.all)
    allowsEmpty = arguments.has(.allowEmpty)
    notifies = arguments.has(.notify)
    filter = arguments.argument(.filter)
    passthrough = arguments.passthrough
  }

  /// The words of the command line for one run. `filter` replaces the filter of the watch's own command line.
  func words(for reason: Reason, filter typed: String? = nil) -> [Argument] {
    let command: [Argument] =
      ["build", "test", "lint"].contains(what) ? [Argument(what)] : ["run", Argument(what)]
    var words = command + flags
    if let filter = typed.map({ Argument($0) }) ?? filter {
      words.append(Argument(Array("\(FlagSpec.filter.name)=".utf8) + filter.bytes))
    }
    switch reason {
    // Failed modules run whatever has changed, so they need no base.
    case .failed where what == "test": words.append("--failed")
    case .all where what != "lint": words += ["--all"]
    case .changes, .all, .failed: words += change + (selectsAll ? ["--all"] : [])
    }
    return words + modules + (passthrough.isEmpty ? [] : ["--"] + passthrough)
  }
}

extension FlagSpec {
  static let watchedChange = [base, noMergeBase]
  static let notify = toggle(
    "notify",
    "Show failures, and the next pass, as desktop notifications (notify-send, osascript)")
  static let watched: [FlagSpec] = [
    configuration, engine, sanitize, jobs, keepGoing, failFast, noCache, noState, timeout, retries, noGates,
    viaSwiftTest, depth, dependents, tag, notTag, platform, allowEmpty,
  ]
}

/// One run of the watched command. It is this program again, as a process that can be stopped alone.
final class WatchRun: Sendable {
  private let supervisor = ProcessSupervisor(within: .shared)
  private let command: Command

  /// The time that a stopped run gets to end its own processes.
  private static let grace = Duration.seconds(4)

  init(_ command: Command) {
    self.command = command
  }

  /// Starts the process on a thread of its own. `onOutput` gets its output. Then `onEnd` gets its status, or nil if it
  /// was stopped.
  /// Returns false if no thread could be started.
  func start(
    _ onOutput: @escaping @Sendable (ProcessStream, [UInt8]) -> Void,
    _ onEnd: @escaping @Sendable (ProcessStatus?) -> Void
  ) -> Bool {
    Threads.start { [self] in
      defer { supervisor.release(from: .shared) }
      let status: ProcessStatus?
      do throws(Failure) {
        status = try command.stream(supervisor: supervisor) { onOutput($0, $1) }
      } catch {
        if !supervisor.isStopped { onOutput(.stderr, Array("error: \(error.message)\n".utf8)) }
        status = nil
      }
      onEnd(status)
    }
  }

  /// Ends the process and all that it has started, without waiting.
  func stop() {
    let supervisor = supervisor
    if !Threads.start({ supervisor.stop(grace: Self.grace) }) { supervisor.stop(grace: Self.grace) }
  }
}
