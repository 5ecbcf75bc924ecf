import Arguments
import Base
import Graph
import Reports
import Runner
import Session

/// `ambit plan`: prints the tests that `ambit test` would run, and the machine that would run each.
struct PlanCommand: CommandWithOptions {
  let options: PlanOptions

  /// The limit for `--shards auto`. GitHub refuses a matrix with more jobs, and other hosts allow fewer.
  private static let mostShards = 256
  /// The seconds of a module when no module was timed: about the time of a small one.
  private static let unknownSeconds = 2.0

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try refuseImpossible()
    let (prepared, outcome) = try PreparedRun.open(.test, options.run, world, global, console)
    let planned = try prepared.plan()
    if !global.json { console.warn(planned.course.doubts) }
    var report = Self.report(planned, outcome)
    report.buildSeconds = Self.buildSeconds(of: report.compiled, prepared)
    report.sharding = sharding(of: report, Self.packageSeconds(prepared))
    try world.write(PlanJSON.text(report), to: options.out, named: "plan", by: "--out")
    switch options.format {
    case .text: console.answer(PlanText.lines(report, width: console.output.width))
    case .json: console.answer(PlanJSON.text(report))
    case .github: console.answer(PlanPipelines.github(report))
    case .gitlab: console.answer(PlanPipelines.gitlab(report))
    case .buildkite: console.answer(PlanPipelines.buildkite(report, command: command))
    }
    return options.exitCode && outcome.report.isNothingAffected ? .nothingAffected : .success
  }

  /// The processor seconds of the modules that were compiled as a whole on this machine.
  private static func buildSeconds(of modules: Set<ModuleID>, _ prepared: PreparedRun) -> Double? {
    let history = History.of(prepared.location, prepared.preparation.world)
    guard let known = history.flatMap({ try? $0.compileSeconds() }) else { return nil }
    let seconds = modules.sorted().compactMap { known[$0] }
    return seconds.isEmpty ? nil : seconds.reduce(0, +)
  }

  private func refuseImpossible() throws(Failure) {
    guard options.format == .buildkite else { return }
    if options.out == nil {
      throw Failure.usage(
        "'--format buildkite' needs a file for the plan: its steps read the plan",
        hints: ["add '--out ambit-plan.json', and upload the file as an artifact"])
    }
    let words = options.run.swiftArguments
    if !words.passed.isEmpty || !words.passedToBuilds.isEmpty || !words.traits.isEmpty {
      throw Failure.usage(
        "'--format buildkite' cannot pass on arguments after '--'",
        hints: ["print the plan with '--format json', and create the steps from it"])
    }
  }

  private static func report(
    _ planned: consuming PlannedRun, _ outcome: Session.Selected
  ) -> PlanReport {
    let (course, results) = (planned.course, planned.results)
    let preparation = course.prepared.preparation
    let gates = Dictionary(results.replays.map { ($0.id, $0.gate) }) { first, _ in first }
    let excuses = Dictionary(course.plan.excused.map { ($0.id, $0.reason) }) { first, _ in first }
    let reasons = Dictionary(
      outcome.report.selection.modules.map { ($0.id, $0.reason.first) }
    ) { first, _ in first }
    let tests = preparation.tests.map { id in
      PlanReport.Module(
        id: id, gate: gates[id] ?? nil, expectedSeconds: course.history.expectedSeconds[id],
        reason: reasons[id] ?? nil, excuse: excuses[id])
    }
    let inProjects = Dictionary(outcome.inProjects.map { ($0.id, $0.reason.first) }) { first, _ in first }
    let xcode = course.xcode.tests
    let skipped = xcode.skipped.map { (id: $0.bundle, excuse: Optional($0.reason)) }
    let bundles = (skipped + xcode.bundles.map { (id: $0, excuse: nil) }).map { bundle in
      PlanReport.Module(
        id: bundle.id, gate: nil, expectedSeconds: course.history.expectedSeconds[bundle.id],
        reason: inProjects[bundle.id] ?? reasons[bundle.id] ?? nil, excuse: bundle.excuse)
    }
    return PlanReport(
      affected: outcome.report, build: preparation.session.settings.words,
      tests: (tests + bundles).sorted { $0.id < $1.id },
      builds: preparation.buildable.sorted(), toBuild: results.toBuild
    )
  }
}

// MARK: Shards

extension PlanCommand {
  /// Divides the modules. A module that need not run costs nothing, whichever machine looks up its result.
  private func sharding(of report: PlanReport, _ packageSeconds: Double) -> Sharding? {
    guard let shards = options.shards else { return nil }
    let known = report.running.compactMap(\.expectedSeconds).sorted()
    let usual = known.isEmpty ? Self.unknownSeconds : known[known.count / 2]
    let items = report.tests.map { test in
      Sharding.Item(test.id, seconds: test.runs ? test.expectedSeconds ?? usual : 0)
    }
    let running = report.running.map { Sharding.Item($0.id, seconds: $0.expectedSeconds ?? usual) }
    let count =
      switch shards {
      case .count(let count): count
      case .auto:
        max(1, Sharding.usefulCount(for: running, packageSeconds: packageSeconds, most: Self.mostShards))
      }
    return Sharding(items, builds: report.builds, count: count, packageSeconds: packageSeconds)
  }

  /// The seconds that building took in recent runs, for each test module that ran.
  private static func packageSeconds(_ prepared: PreparedRun) -> Double {
    let runs = RunHistory.recent(prepared.preparation.world, prepared.location).filter { $0.ran > 0 }
    let ran = runs.reduce(0) { $0 + Double($1.ran) }
    return ran > 0 ? runs.reduce(0) { $0 + $1.buildSeconds } / ran : unknownSeconds
  }

  /// The command of a shard. It finds the change in the plan, and must build as the plan does.
  private func command(_ shard: Shard, _ report: String) -> String {
    let run = options.run
    var words = [
      "test", "--plan", options.out?.text ?? "", "--shard", shard.description, "--json-report", report,
    ]
    if let configuration = run.swiftArguments.configuration { words += ["-c", configuration.rawValue] }
    if let engine = run.swiftArguments.engine { words += ["--engine", engine.rawValue] }
    if let sanitizer = run.swiftArguments.sanitizer { words += ["--sanitize", sanitizer.rawValue] }
    if run.noCache { words.append("--no-cache") }
    if !run.usesGates { words.append("--no-gates") }
    return Command(executable: "ambit", arguments: words).shellLine
  }
}

enum PlanFormat: String, OutputFormat {
  case text, json, github, gitlab, buildkite
}

struct PlanOptions: CommandOptions {
  enum Shards: Sendable, Hashable {
    /// As many shards as are worth the effort.
    case auto
    case count(Int)
  }

  /// The planned run of tests.
  var run = RunOptions()
  /// The shards; nil for one machine.
  var shards: Shards?
  var format = PlanFormat.text
  var out: Argument?
  var exitCode = false

  init(_ arguments: ParsedArguments) throws(Failure) {
    run = try RunOptions(arguments)
    format = try arguments.format()
    out = arguments.argument(.out)
    exitCode = arguments.has(.exitCode)
    shards = arguments.text(.shards).map { text in Int(text).map { .count($0) } ?? .auto }
    let isForPipeline = [.github, .gitlab, .buildkite].contains(format)
    if isForPipeline, shards == nil { shards = .auto }
  }
}

extension FlagSpec {
  static let shards = option(
    "shards", "N", .choice(["auto"], orInteger: 1...1_000),
    "Split the run into N shards; auto: as many as have a minute of work")
  static let out = option(
    "out", "FILE", .file, "Also write the plan to this file, for `ambit test --plan FILE --shard 1/8`")
}

extension PlanCommand {
  static let spec = CommandSpec(
    "plan", .everyday, "Show which tests would run, and split them among machines",
    discussion: [
      "Ambit lists the affected test modules: run or cached, past duration, and why they are affected. "
        + "Nothing is built or run.",
      "'--shards' splits all test modules, balanced by past durations. Run each shard on the same commit "
        + "with `ambit test --plan FILE --shard I/N --json-report FILE`. `ambit report merge` joins the "
        + "reports and fails when one is missing. Without a plan file, `ambit test --shard I/N` splits "
        + "without history.",
      "'--format github' prints outputs for $GITHUB_OUTPUT. 'any' is true or false, and 'shards' is the "
        + "number of shards. 'matrix' is JSON for strategy.matrix, with a shard such as 3/8 for each job. Run "
        + "the matrix only if 'any' is true. '--format gitlab' prints a child pipeline. Its jobs extend "
        + ".ambit-shard of .gitlab/ambit-shard.yml, with $AMBIT_SHARD. '--format buildkite' prints steps for "
        + "`buildkite-agent pipeline upload`.",
    ],
    positionals: [.modules],
    flags: [
      .format(PlanFormat.self), .shards, .out, .exitCode, .configuration, .engine, .sanitize, .noCache,
      .noGates,
    ]
      + FlagSpec.selection,
    mainFlags: [.base, .head, .all, .format(PlanFormat.self), .shards, .out, .exitCode], passthrough: .swift,
    examples: [
      Example("ambit plan", "the tests that `ambit test` would run now"),
      Example(
        "ambit plan --base origin/main --shards auto --out ambit-plan.json --format github >> $GITHUB_OUTPUT",
        "in the first job of a pipeline"),
      Example("ambit plan --all --shards 8 --json", "everything, on eight machines, for a script"),
    ]
  )
}
