import Arguments
import Base

enum InsightsFormat: String, OutputFormat {
  case text, json, markdown
}

struct InsightsOptions: Sendable, Hashable {
  enum Subject: Sendable, Hashable {
    /// The runs of this machine: the last ones, or those since a moment in seconds since 1970.
    case runs(last: Int?, since: Int?)
    /// The past commits, with the tests that selection would have run for each.
    case replay(last: Int)
  }

  var subject = Subject.runs(last: nil, since: nil)
  var format = InsightsFormat.text
  var platform: String?

  /// The number of commits when `--last` is not given.
  static let usualCommits = 50
  static let mostCommits = 2000

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    format = try arguments.format()
    platform = arguments.text(.platform)
    let last = arguments.integer(.insightsLast)
    guard arguments.positionals.isEmpty else {
      if arguments.has(.insightsSince) {
        throw UsageError(
          "'--since' has no meaning for `ambit insights replay`", hints: ["it walks commits: '--last 200'"])
      }
      if let last, last > Self.mostCommits {
        throw UsageError(
          "`ambit insights replay` walks at most \(Self.mostCommits) commits",
          hints: ["'--last 200' is plenty"])
      }
      subject = .replay(last: last ?? Self.usualCommits)
      return
    }
    let since = arguments.text(.insightsSince).flatMap(Timestamp.seconds)
    subject = .runs(last: last, since: since)
  }
}

extension FlagSpec {
  static let insightsLast = option(
    "last", "N", .integer(1...1_000_000),
    default: "all runs; \(InsightsOptions.usualCommits) commits with replay",
    "Look at the last N runs only, with `replay` at the last N commits")
  static let insightsSince = option(
    "since", "DATE", .date, conflicts: ["last"],
    "Look at the runs since the first second of this day in universal time, like 2026-11-21")
}

extension InsightsCommand {
  static let spec = CommandSpec(
    "insights", .machine, "Show the time saved, the slowest tests and the costliest modules",
    discussion: [
      "This machine's history shows the time saved by selecting, and by reusing results of this machine "
        + "and of others. It also shows how often results were reused, and the slowest and flakiest tests. "
        + "Git's history adds the modules whose changes cost most.",
      "'replay' walks back from HEAD by first parents, a merge as one step. It shows what `ambit test` "
        + "would have run for each commit, what that saves, and which commits cost most. Nothing is checked "
        + "out and nothing is run. Reached modules are remembered, so that the next replay is quick.",
      "Seconds of tests are those of their last passes, else estimated by lines; those of builds are always estimates. "
        + "What the estimates rest on is said.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("replay", "Show what past commits would have run")],
        "What to do instead of showing past runs")
    ],
    flags: [.format(InsightsFormat.self), .insightsLast, .insightsSince, .platform],
    examples: [
      Example("ambit insights", "all runs that are remembered"),
      Example("ambit insights --since 2026-11-01", "since the first of the month"),
      Example("ambit insights replay --last 200", "what selection would have saved"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try InsightsOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
