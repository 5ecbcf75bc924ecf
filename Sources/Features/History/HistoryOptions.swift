import Arguments

struct HistoryOptions: Sendable, Hashable {
  enum View: Sendable, Hashable {
    case runs, slowest, flaky, failed
  }

  var view = View.runs
  /// The module to look at; nil means all modules.
  var module: Argument?
  /// The number of runs to look at; nil means the default.
  var last: Int?

  init() {}

  init(_ arguments: ParsedArguments) {
    view =
      arguments.has(.slowest)
      ? .slowest : arguments.has(.flaky) ? .flaky : arguments.has(.failedLast) ? .failed : .runs
    module = arguments.positionals.first
    last = arguments.integer(.last)
  }
}

extension FlagSpec {
  static let last = option(
    "last", "N", .integer(1...1_000_000), default: "20; all with --slowest and --flaky",
    "Look only at the last N runs")
  static let slowest = toggle(
    "slowest", conflicts: ["flaky", "failed"], "Show the slowest test modules and cases")
  static let flaky = toggle(
    "flaky", conflicts: ["slowest", "failed"],
    "Show test modules that pass and fail without a change")
  static let failedLast = toggle(
    "failed", conflicts: ["slowest", "flaky", "last"],
    "Show test modules and cases that failed in their last run")
}

extension HistoryCommand {
  static let spec = CommandSpec(
    "history", .machine, "Show past runs, slow tests and flaky tests",
    discussion: [
      "The cache folder records every `ambit build` and `ambit test` of this workspace on this machine. "
        + "Without flags, Ambit lists the newest runs.",
      "The duration of a test is the median of its newest passes. A module is flaky when it passed after "
        + "a retry, or when the same inputs both passed and failed.",
      "'--flaky' also proposes lines for \"test\": {\"quarantine\": [...]} in workspace.json.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module,
        "Look only at this module: '//Packages/Core:CoreTests', or 'CoreTests' when it is unique")
    ],
    flags: [.last, .slowest, .flaky, .failedLast],
    examples: [
      Example("ambit history", "the newest runs"),
      Example("ambit history --flaky --last 100", "flaky tests, to fix first"),
      Example("ambit history --failed", "tests that `ambit test --failed` would run again"),
      Example("ambit history CoreTests", "the runs of one module"),
      Example("ambit history --slowest --json", "durations of all modules and cases, for a script"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = HistoryOptions(arguments)
  }
}
