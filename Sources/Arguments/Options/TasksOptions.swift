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

  package init(_ arguments: ParsedArguments) throws(UsageError) {
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
  package static let taskJobs = option(
    "jobs", short: "j", "N", .integer(1...4096), group: .run, default: "the number of processors",
    "Run up to N tasks at a time")
  package static let taskTimeout = option(
    "timeout", "SECONDS", .integer(1...31_536_000), group: .run, "Stop a task that runs longer than this")
}
