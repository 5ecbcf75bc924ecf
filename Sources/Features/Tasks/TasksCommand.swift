import Arguments
import Base
import Graph
import Reports
import Runner
import Session
import Store

/// `ambit run`: runs tasks of workspace.json for the modules that a change affects.
struct TasksCommand: CommandWithOptions {
  static let unsupportedHead = Failure(
    code: "unsupported-head", message: "`ambit run` uses the working tree, and takes no '--head'",
    hints: ["check the revision out: git worktree add ../there REV, and run it there"])

  let options: TasksOptions

  // A task that reads beside the repository must meet the neighbours of its own worktree.
  var concernsBuilds: Bool { false }

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if case .revisions(_, _?, _) = options.selection.change { throw Self.unsupportedHead }
    if options.tasks.isEmpty { return try list(world, global, console) }
    // The lock is taken before anything is read. So the files of another run are seen only when they are complete.
    let location = try WorkspaceLocation.find(world, global)
    let lock = options.dryRun ? nil : try Self.lock(location.root, telling: console)
    defer { withExtendedLifetime(lock) {} }
    return try runAlone(world, global, console)
  }

  private func runAlone(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    var selection = options.selection
    selection.platform = selection.platform ?? HostPlatform.name
    let session = try Session.open(world, global, selection)
    let names = try names(in: session.workspace.config)
    let outcome = try session.select(selection)
    if !global.json { console.warn(outcome.report.allWarnings) }
    let course = try TaskCourse(names, options, session, outcome)
    if options.dryRun {
      let forecast = try course.forecast()
      console.answer(
        json: TaskForecastJSON.text(forecast, about: outcome.report),
        text: TaskForecastText.lines(forecast, width: console.output.width))
      return .success
    }
    let report = try course.run()
    if !global.json { console.warn(report.warnings) }
    try show(report, outcome, world, global, console)
    return ExitCode(report.outcome)
  }
}

// MARK: Output

extension TasksCommand {
  private func show(
    _ report: TaskRunReport, _ outcome: Session.Selected, _ world: World, _ global: GlobalOptions,
    _ console: CommandOutput
  ) throws(Failure) {
    let json = TaskReportJSON.text(report, about: outcome.report)
    try world.write(json, to: options.jsonReport, named: "report", by: "--json-report")
    try world.write(TaskJUnit.text(report.tasks), to: options.junit, named: "report", by: "--junit")
    if global.json { return console.answer(json) }
    guard !report.tasks.isEmpty else {
      return console.answer([
        "\("Nothing to run", .good): the change affects no task"
      ])
    }
    let text = TaskText(report: report, repeatsLogs: !console.errors.isTerminal)
    console.answer(text.lines(elapsed: world.now()))
  }
}

extension TasksCommand {
  static let spec = CommandSpec(
    "run", .automation, "Run tasks of workspace.json for the affected packages",
    discussion: [
      "A task runs for each affected package or module that it is for, after its dependencies. If a task "
        + "is cached for the same inputs, Ambit restores its outputs instead. Without a task's name, Ambit "
        + "lists the tasks.",
      "Ambit also checks all outputs of earlier runs, so that no output stays stale.",
    ],
    positionals: [
      PositionalSpec(
        "TASK", .task, repeated: true,
        "Tasks, and a filter of packages and modules with '//': lint //Packages/Core")
    ],
    flags: [.taskJobs, .keepGoing, .failFast, .taskTimeout, .noCache, .dryRun, .jsonReport, .junit]
      + FlagSpec.selection,
    mainFlags: [.base, .all, .failFast, .noCache, .dryRun],
    examples: [
      Example("ambit run", "list the tasks"),
      Example("ambit run lint", "for packages affected by your branch and working tree"),
      Example("ambit run gen docs //Packages/Core", "two tasks for one package"),
      Example("ambit run package --all --dry-run", "tasks that would run, and why"),
    ]
  )
}

extension TasksCommand {
  /// `ambit run` without a name: lists the tasks.
  private func list(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    // Completions ask for the names while somebody types, so this path is short.
    if global.verbosity == .quiet, !global.json {
      let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
      console.answer(workspace.config.tasks.map { $0.name + "\n" }.joined())
      return .success
    }
    let session = try Session.open(world, global, options.selection)
    let workspace = session.workspace
    let loaded = try workspace.load(.nothing(), session.toolchain, world, ahead: session.ahead).loaded
    if !options.selection.allowsEmpty { try workspace.refuseEmpty(loaded.head) }
    let instances = TaskInstances(workspace.config, in: loaded.head)
    let tasks = workspace.config.tasks.map { task in
      TaskListing.Task(
        config: task, places: instances.positions(of: task.name).map { instances.all[$0].id.place })
    }
    console.answer(
      json: TaskListing.json(tasks), text: TaskListing.lines(tasks, width: console.output.width))
    return .success
  }
}

/// The options of `ambit run`.
struct TasksOptions: CommandOptions {
  /// The names of the tasks; empty lists the tasks.
  var tasks: [Argument] = []
  var selection = SelectionOptions()
  var jobs: Int?
  var failFast = false
  var timeoutSeconds: Int?
  var noCache = false
  var dryRun = false
  var jsonReport: Argument?
  var junit: Argument?

  init(_ arguments: ParsedArguments) throws(Failure) {
    // No task's name begins with two slashes.
    let isModule = { (word: Argument) in word.bytes.starts(with: "//".utf8) }
    tasks = arguments.positionals.filter { !isModule($0) }
    selection = try SelectionOptions(arguments, modules: arguments.positionals.filter(isModule))
    jobs = arguments.integer(.taskJobs)
    failFast = arguments.has(.failFast)
    timeoutSeconds = arguments.integer(.taskTimeout)
    noCache = arguments.has(.noCache)
    dryRun = arguments.has(.dryRun)
    jsonReport = arguments.argument(.jsonReport)
    junit = arguments.argument(.junit)
  }
}

extension FlagSpec {
  static let taskJobs = option(
    "jobs", short: "j", "N", .integer(1...4096), group: .run, default: "the number of processors",
    "Run up to N tasks at a time")
  static let taskTimeout = option(
    "timeout", "SECONDS", .integer(1...31_536_000), group: .run, "Stop a task that runs longer than this")
}
