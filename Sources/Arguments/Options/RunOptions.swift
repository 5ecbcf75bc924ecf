package import Base

/// A sanitizer, which finds errors of memory or threads at run time.
package enum Sanitizer: String, Sendable, Hashable, CaseIterable {
  case address, thread, undefined
}

/// The options of `build` and `test`. Options of tests alone stay nil for `build`.
package struct RunOptions: Sendable, Hashable {
  package var selection = SelectionOptions()
  package var jobs: Int?
  package var failFast = false
  package var timeoutSeconds: Int?
  package var retries: Int?
  package var viaSwiftTest = false
  package var dryRun = false
  package var jsonReport: Argument?
  package var junit: Argument?
  package var filter: String?
  /// True to run only the modules that failed in their last run.
  package var failed = false
  package var noCache = false
  /// True when gates may leave out selected modules, and not only equal keys.
  package var usesGates = true
  /// True to run everything, and to list the inputs that tests look at.
  package var auditsInputs = false
  package var noState = false
  /// The share of skippable test modules, in percent, that run nevertheless to check that skipping was right.
  package var audit: Int?
  /// The shard that this machine runs; nil for the whole run.
  package var shard: Shard?
  /// The plan file that assigns modules to shards.
  package var plan: Argument?
  package var swiftArguments = SwiftArguments()
  /// True to measure which lines the tests execute. `coverageFolder` is the folder for the files.
  package var measuresCoverage = false
  package var coverageFolder: Argument?

  package init() {}

  package init(_ arguments: ParsedArguments) throws(Failure) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    swiftArguments = try SwiftArguments(
      arguments.passthrough, configuration: arguments.choice(.configuration),
      engine: arguments.choice(.engine), sanitizer: arguments.choice(.sanitize))
    if arguments.has(.coverage) || arguments.has(.coverageOut) {
      measuresCoverage = true
      swiftArguments.measureCoverage()
    }
    coverageFolder = arguments.argument(.coverageOut)
    jobs = arguments.integer(.jobs)
    failFast = arguments.has(.failFast)
    timeoutSeconds = arguments.integer(.timeout)
    retries = arguments.integer(.retries)
    viaSwiftTest = arguments.has(.viaSwiftTest)
    dryRun = arguments.has(.dryRun)
    jsonReport = arguments.argument(.jsonReport)
    junit = arguments.argument(.junit)
    filter = arguments.text(.filter)
    failed = arguments.has(.failed)
    noCache = arguments.has(.noCache)
    auditsInputs = arguments.has(.auditInputs)
    usesGates = !arguments.has(.noGates) && !auditsInputs
    noState = arguments.has(.noState)
    audit = arguments.integer(.audit)
    shard = arguments.text(.shard).flatMap { Shard($0) }
    plan = arguments.argument(.plan)
  }
}
