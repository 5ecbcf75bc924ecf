extension FlagSpec {
  static let configuration = option(
    "configuration", short: "c", "NAME", .choice(BuildConfiguration.allCases.map(\.rawValue)), group: .run,
    default: "what workspace.json says, else debug", "Build in this configuration")
  static let engine = option(
    "engine", "NAME", .choice(EngineChoice.allCases.map(\.rawValue)), group: .run,
    default: "what workspace.json says, else auto", "Have SwiftPM build with native or swiftbuild")
  static let sanitize = option(
    "sanitize", "NAME", .choice(Sanitizer.allCases.map(\.rawValue)), group: .run,
    "Build so that errors of memory or threads are noticed when they happen, apart from ordinary builds")
  static let jobs = option(
    "jobs", short: "j", "N", .integer(1...4096), group: .run, default: "the number of processors",
    "Run so many tests at a time; with 1, builds follow one another too")
  static let keepGoing = toggle(
    "keep-going", group: .run, conflicts: ["fail-fast"], "Finish all the work after a failure; the default")
  static let failFast = toggle(
    "fail-fast", group: .run, conflicts: ["keep-going"], "Start nothing more after the first failure")
  static let timeout = option(
    "timeout", "SECONDS", .integer(1...31_536_000), group: .run,
    "Stop a test module that runs longer than this")
  static let retries = option(
    "retries", "N", .integer(0...100), group: .run,
    "Run a test module that fails so many times more; passing then counts, with a warning")
  static let viaSwiftTest = toggle(
    "via-swift-test", group: .run, "Build and test every package by itself, with swift test")
  static let dryRun = toggle("dry-run", group: .run, "Only print what would run; '-v' prints the commands")
  static let jsonReport = option(
    "json-report", "FILE", .file, group: .run, "Write the JSON report to this file as well")
  static let junit = option(
    "junit", "FILE", .file, group: .run, "Write a JUnit report to this file, for Jenkins, GitLab and others")
  static let filter = option(
    "filter", "REGEX", .text, group: .run, "Run only the test cases whose name matches")
  static let failed = toggle(
    "failed", group: .run, conflicts: ["shard", "plan", "base", "head", "files", "audit"],
    "Run the test modules that did not pass when they last ran, whatever has changed since")
  static let noCache = toggle(
    "no-cache", group: .run, "Neither look results up nor record them")
  static let noGates = toggle(
    "no-gates", group: .run,
    "Run all that is selected and not cached by its key, also what an edit of sources left built as it was")
  static let auditInputs = toggle(
    "audit-inputs", group: .run, conflicts: ["no-cache", "filter", "via-swift-test"],
    "Run all that is selected and list what its tests and builds look at, and which of it nothing declares")
  static let noState = toggle(
    "no-state", group: .run, "Neither restore what an earlier build left nor save what this one leaves")
  static let audit = option(
    "audit", "PERCENT", .integer(1...100), group: .run, conflicts: ["no-cache"],
    "Also run this share of modules that were cached or not selected, also with other files changed; fail on any difference"
  )
  static let shard = option(
    "shard", "I/N", .shard, group: .run,
    "Run one part of so many, the same on every machine; with '--plan', the part that the plan says")
  static let plan = option(
    "plan", "FILE", .file, group: .run,
    "Run what '--shard' has in this file, written by `ambit plan --out`, of the change that it was made for")

  static let coverage = toggle(
    "coverage", group: .run, conflicts: ["via-swift-test", "filter"],
    "Measure which lines the tests execute, in a build of its own, and show it by module")
  static let coverageOut = option(
    "coverage-out", "DIR", .folder, group: .run, conflicts: ["via-swift-test", "filter"],
    "Also write coverage.lcov and coverage.json to this folder; it implies '--coverage'")

  static let build: [FlagSpec] = [
    configuration, engine, sanitize, jobs, keepGoing, failFast, shard, plan, noCache, noState, dryRun,
    jsonReport,
  ]
  static let test: [FlagSpec] =
    build + [
      timeout, retries, filter, failed, audit, noGates, auditInputs, viaSwiftTest, junit, coverage,
      coverageOut,
    ]
}

extension PassthroughSpec {
  static let swift = PassthroughSpec(
    placeholder: "SWIFT-ARGS",
    help: "Handed to SwiftPM, unless they would move or choose what is built: -Xswiftc, --sanitize, --traits"
  )
}
