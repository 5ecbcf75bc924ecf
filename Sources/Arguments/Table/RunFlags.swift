import Base

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
