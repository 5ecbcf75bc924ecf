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
          "'--since' does not apply to `ambit insights replay`",
          hints: ["limit the commits with '--last 200'"])
      }
      if let last, last > Self.mostCommits {
        throw UsageError(
          "`ambit insights replay` takes at most \(Self.mostCommits) commits",
          hints: ["use '--last 200'"])
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
    "Look only at the last N runs, or commits with `replay`")
  static let insightsSince = option(
    "since", "DATE", .date, conflicts: ["last"],
    "Look only at runs since this day in UTC, such as 2026-11-21")
}

extension InsightsCommand {
  static let spec = CommandSpec(
    "insights", .machine, "Show the time saved, the slowest tests and the costliest modules",
    discussion: [
      "This machine's history shows the time saved by selection and by cached results, local and remote. "
        + "It also shows the share of cached results, and the slowest and flakiest tests. Git's history adds "
        + "the costliest modules.",
      "'replay' follows first parents back from HEAD; a merge is one step. It shows the tests that each "
        + "commit would have run, the time saved, and the costliest commits. Nothing is checked out or run. "
        + "The next replay is quicker.",
      "Test times come from the last passes, or are estimated from lines. Build times are always "
        + "estimates. The report says how it estimates.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("replay", "Show the tests that past commits would have run")],
        "The action; without it, Ambit shows past runs")
    ],
    flags: [.format(InsightsFormat.self), .insightsLast, .insightsSince, .platform],
    examples: [
      Example("ambit insights", "all recorded runs"),
      Example("ambit insights --since 2026-11-01", "since the first of the month"),
      Example("ambit insights replay --last 200", "time that selection would have saved"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try InsightsOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
