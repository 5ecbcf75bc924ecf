/// The options of `ambit run`.
package struct TasksOptions: Sendable, Hashable {
  /// The names of the tasks; empty lists the tasks.
  package var tasks: [Argument] = []
  package var selection = SelectionOptions()
  package var jobs: Int?
  package var failFast = false
  package var timeoutSeconds: Int?
  package var noCache = false
  package var dryRun = false
  package var jsonReport: Argument?
  package var junit: Argument?

  package init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
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
    "Run so many tasks at a time")
  static let taskTimeout = option(
    "timeout", "SECONDS", .integer(1...31_536_000), group: .run, "Stop a task that runs longer than this")
}

extension CommandSpec {
  static let run = CommandSpec(
    "run", "Run tasks of workspace.json for the affected packages",
    discussion: [
      "A task is run for every package or module that it is for and that the change reaches, after what "
        + "it depends on. A task that is cached for the same inputs is not run again: its outputs are put "
        + "back. Without a task's name the tasks are listed.",
      "Outputs that lie here from earlier runs are looked after whatever the change: none of them stays stale.",
    ],
    positionals: [
      PositionalSpec(
        "TASK", .task, repeated: true,
        "The tasks, and with two slashes in front the packages and modules to keep: lint //Packages/Core")
    ],
    flags: [.taskJobs, .keepGoing, .failFast, .taskTimeout, .noCache, .dryRun, .jsonReport, .junit]
      + FlagSpec.selection,
    mainFlags: [.base, .all, .failFast, .noCache, .dryRun],
    examples: [
      Example("ambit run", "the tasks that there are"),
      Example("ambit run lint", "for what your branch and working tree reach"),
      Example("ambit run gen docs //Packages/Core", "two tasks for one package"),
      Example("ambit run package --all --dry-run", "what would be run, and why"),
    ]
  ) { arguments throws(UsageError) in
    .run(.tasks(try TasksOptions(arguments)), GlobalOptions(arguments))
  }
}
