import Arguments

enum ReportFormat: String, OutputFormat {
  case markdown, text, comment, html, json
}

struct ReportOptions: Sendable, Hashable {
  enum Subject: Sendable, Hashable {
    /// A page about a change, with the reports of its test runs.
    case change(SelectionOptions, runs: [Argument])
    /// The reports of shards, to be joined.
    case merge([Argument])
  }

  var subject = Subject.change(SelectionOptions(), runs: [])
  var format = ReportFormat.markdown
  /// True when the command line asks for the format, with its own flag or with `--json`.
  var namesFormat = false
  /// Reports of an earlier run, for a comment. Failures of that run are not new.
  var before: [Argument] = []

  /// True to list teams whose modules are merely rebuilt separately.
  var interfaces = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    format = try arguments.format()
    namesFormat = format == .json || arguments.has(.format(ReportFormat.self))
    guard arguments.positionals.isEmpty else {
      subject = .merge(try Self.shards(arguments))
      return
    }
    before = arguments.arguments(.before)
    interfaces = arguments.has(.interfaces)
    var selection = try SelectionOptions(arguments, modules: [])
    selection.namesOnlyFilter = selection.namesModules
    subject = .change(selection, runs: arguments.arguments(.run))
  }

  private static func shards(_ arguments: ParsedArguments) throws(UsageError) -> [Argument] {
    let own = [FlagSpec.format(ReportFormat.self), .run, .before, .interfaces] + FlagSpec.selection
    if let flag = own.first(where: arguments.has) {
      throw UsageError(
        "'\(flag.name)' does not apply to `ambit report merge`",
        hints: ["leave it out: `ambit report merge` only joins files, and prints JSON"])
    }
    let files = Array(arguments.positionals.dropFirst())
    guard !files.isEmpty else {
      throw UsageError(
        "`ambit report merge` needs a FILE", hints: ["usage: ambit report merge FILE..."])
    }
    return files
  }
}

extension FlagSpec {
  static let run = option(
    "run", "FILE", .file, arity: .many,
    "Add the run that wrote this '--json-report' file; several files are the shards of one run")
  static let before = option(
    "before", "FILE", .file, arity: .many,
    "For a comment: count failures that are also in this '--json-report' file, and do not list them as new")
}

extension ReportCommand {
  static let spec = CommandSpec(
    "report", .everyday, "Write a page about a change, or join the reports of shards",
    discussion: [
      "The page shows changed and affected modules, owners and broken rules. '--run' adds the tests that "
        + "ran, were cached or failed, and the time saved.",
      "On a terminal, the format is text. '--format comment' prints a comment for a pull request, at most "
        + "30 lines: verdict, failures, broken rules, teams, time saved. Scripts find it by its first line, "
        + "such as <!-- ambit:report -->. '--format html' prints one file that needs no network.",
      "Write files outside of the checkout. Inside, they are part of the change, unless Git ignores them.",
      "'merge' joins the JSON reports of all shards into one report. It exits with 1 when anything "
        + "failed. It exits with 2 without a verdict: a shard is missing, duplicate or of another plan, or "
        + "part of a shard has no verdict.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("merge", "Join the reports of shards")],
        "The action; without it, Ambit writes a page"),
      PositionalSpec("FILE", .file, repeated: true, "The '--json-report' file of a shard"),
    ],
    flags: [.format(ReportFormat.self), .run, .before, .interfaces] + FlagSpec.selection,
    mainFlags: [.base, .head, .format(ReportFormat.self), .run],
    examples: [
      Example(
        "ambit report --run ../run.json > ../report.md", "after `ambit test --json-report ../run.json`"),
      Example("ambit report --format html > ../report.html", "without a run"),
      Example(
        "ambit report --format comment --run ../shard-*.json > ../comment.md", "in the last job of a workflow"
      ),
      Example("ambit report merge ../shard-*.json > ../run.json", "after all shards of a run"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try ReportOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
