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

extension FlagSpec {
  package static let configuration = option(
    "configuration", short: "c", "NAME", .choice(BuildConfiguration.allCases.map(\.rawValue)), group: .run,
    default: "from workspace.json, else debug", "Build in this configuration")
  package static let engine = option(
    "engine", "NAME", .choice(EngineChoice.allCases.map(\.rawValue)), group: .run,
    default: "from workspace.json, else auto", "Use this build system of SwiftPM")
  package static let sanitize = option(
    "sanitize", "NAME", .choice(Sanitizer.allCases.map(\.rawValue)), group: .run,
    "Build with this sanitizer, apart from ordinary builds")
  package static let jobs = option(
    "jobs", short: "j", "N", .integer(1...4096), group: .run, default: "the number of processors",
    "Run up to N tests at a time; 1 also builds one by one")
  package static let keepGoing = toggle(
    "keep-going", group: .run, conflicts: ["fail-fast"], "Continue after a failure; the default")
  package static let failFast = toggle(
    "fail-fast", group: .run, conflicts: ["keep-going"], "Start nothing new after the first failure")
  package static let timeout = option(
    "timeout", "SECONDS", .integer(1...31_536_000), group: .run,
    "Stop a test module that runs longer than this")
  package static let retries = option(
    "retries", "N", .integer(0...100), group: .run,
    "Retry a failed test module up to N times; a pass then counts, with a warning")
  package static let viaSwiftTest = toggle(
    "via-swift-test", group: .run, "Build and test each package separately, with swift test")
  package static let dryRun = toggle(
    "dry-run", group: .run, "Only print what would run; '-v' prints the commands")
  package static let jsonReport = option(
    "json-report", "FILE", .file, group: .run, "Also write the JSON report to this file")
  package static let junit = option(
    "junit", "FILE", .file, group: .run, "Write a JUnit report to this file, for Jenkins, GitLab and others")
  package static let filter = option(
    "filter", "REGEX", .text, group: .run, "Run only test cases with a matching name")
  package static let failed = toggle(
    "failed", group: .run, conflicts: ["shard", "plan", "base", "head", "files", "audit"],
    "Run test modules that did not pass in their last run; changed or not")
  package static let noCache = toggle(
    "no-cache", group: .run, "Do not read or record results")
  package static let noGates = toggle(
    "no-gates", group: .run,
    "Run all selected modules that are not cached by key, even if their build output did not change")
  package static let auditInputs = toggle(
    "audit-inputs", group: .run, conflicts: ["no-cache", "filter", "via-swift-test"],
    "Run all selected modules, and list the inputs that tests and builds read, declared or not")
  package static let noState = toggle(
    "no-state", group: .run, "Do not restore or save build states")
  package static let audit = option(
    "audit", "PERCENT", .integer(1...100), group: .run, conflicts: ["no-cache"],
    "Also run this share of cached or unselected modules, also with other files changed; fail on any "
      + "difference"
  )
  package static let shard = option(
    "shard", "I/N", .shard, group: .run,
    "Run shard I of N, the same on every machine; with '--plan', the shard of the plan")
  package static let plan = option(
    "plan", "FILE", .file, group: .run,
    "Run the '--shard' of this plan, written by `ambit plan --out`, for the plan's change")

  package static let coverage = toggle(
    "coverage", group: .run, conflicts: ["via-swift-test", "filter"],
    "Measure the lines that tests execute, in a separate build, and show them by module")
  package static let coverageOut = option(
    "coverage-out", "DIR", .folder, group: .run, conflicts: ["via-swift-test", "filter"],
    "Also write coverage.lcov and coverage.json to this folder; implies '--coverage'")

  package static let build: [FlagSpec] = [
    configuration, engine, sanitize, jobs, keepGoing, failFast, shard, plan, noCache, noState, dryRun,
    jsonReport,
  ]
  package static let test: [FlagSpec] =
    build + [
      timeout, retries, filter, failed, audit, noGates, auditInputs, viaSwiftTest, junit, coverage,
      coverageOut,
    ]
}

extension PassthroughSpec {
  package static let swift = PassthroughSpec(
    placeholder: "SWIFT-ARGS",
    help:
      "Flags for SwiftPM, such as -Xswiftc, --sanitize and --traits; flags that move or choose the build "
      + "output are refused"
  )
}
