package import Base

package enum BuildConfiguration: String, Sendable, Hashable, CaseIterable {
  case debug, release
}

/// What SwiftPM is told to build with; `auto` is for the toolchain to say.
package enum EngineChoice: String, Sendable, Hashable, CaseIterable {
  case auto, native, swiftbuild
}

/// What is built so that it notices errors of memory or threads while it runs.
package enum Sanitizer: String, Sendable, Hashable, CaseIterable {
  case address, thread, undefined
}

/// How `build` and `test` run. What only tests have stays nil for `build`.
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
  /// Whether what failed when it last ran is to be run, and nothing else.
  package var failed = false
  package var noCache = false
  /// Whether what is selected may be left out for more than its key.
  package var usesGates = true
  /// Whether everything is run and what tests look at is listed.
  package var auditsInputs = false
  package var noState = false
  /// The share of test modules, in percent, that are run to see whether leaving them out was right.
  package var audit: Int?
  /// Which part of the run is this machine's; nil: all of it.
  package var shard: Shard?
  /// Says which shard has what.
  package var plan: Argument?
  package var swiftArguments = SwiftArguments()
  /// Whether it is told which lines the tests execute, and the folder that gets it in files.
  package var measuresCoverage = false
  package var coverageFolder: Argument?

  package init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
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
