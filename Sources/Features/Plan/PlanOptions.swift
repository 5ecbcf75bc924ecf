import Arguments

enum PlanFormat: String, OutputFormat {
  case text, json, github, gitlab, buildkite
}

struct PlanOptions: Sendable, Hashable {
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

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
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

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try PlanOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
