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
    "Look at the last N runs only")
  static let slowest = toggle(
    "slowest", conflicts: ["flaky", "failed"], "Show which test modules and cases take longest")
  static let flaky = toggle(
    "flaky", conflicts: ["slowest", "failed"],
    "Show which test modules both pass and fail with nothing changed")
  static let failedLast = toggle(
    "failed", conflicts: ["slowest", "flaky", "last"],
    "Show which test modules failed when they last ran, with the cases that failed")
}

extension HistoryCommand {
  static let spec = CommandSpec(
    "history", .machine, "Show past runs, slow tests and flaky tests",
    discussion: [
      "Every `ambit build` and `ambit test` of this workspace on this machine is written down in the cache folder. "
        + "Without flags the newest runs are listed, or those of one module.",
      "How long a test takes is the median of its newest passes. A module is flaky when it passed after a retry, or "
        + "when it failed although the very same inputs also passed.",
      "--flaky also proposes lines of \"test\": {\"quarantine\": [...]} in workspace.json, which put such cases aside.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module,
        "Look only at this module: '//Packages/Core:CoreTests', or 'CoreTests' when it is unique")
    ],
    flags: [.last, .slowest, .flaky, .failedLast],
    examples: [
      Example("ambit history", "the last runs"),
      Example("ambit history --flaky --last 100", "what to fix first"),
      Example("ambit history --failed", "what `ambit test --failed` would run again"),
      Example("ambit history CoreTests", "one module's story"),
      Example("ambit history --slowest --json", "durations of all modules and cases, for a script"),
    ]
  )

  init(_ arguments: ParsedArguments) {
    options = HistoryOptions(arguments)
  }
}
