import Arguments
import Base

/// The options of `ambit run`.
struct TasksOptions: Sendable, Hashable {
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

  init() {}

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
