import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit report`: writes a page about a change or a comment for its pull request, or joins reports of shards.
struct ReportCommand: CommandWithOptions {
  let options: ReportOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.subject {
    case .merge(let files):
      let merged = try RunReportMerge.joined(files.map { file throws(Failure) in try Self.read(file, world) })
      console.answer(merged.text)
      return Self.exitCode(for: merged.outcome)
    case .change(let selection, let runs):
      try refuseBefore()
      let before = try Self.run(in: options.before, world)
      let (report, marker) = try page(selection, runs, world, global)
      if options.format != .json { console.warn(report.warnings) }
      switch options.namesFormat || !console.output.isTerminal ? options.format : .text {
      case .markdown: console.answer(report.document.markdown)
      case .text: console.answer(report.document.lines(width: console.output.width))
      case .comment: console.answer(ChangeComment.text(report, marker: marker, before: before))
      case .html: console.answer(report.page)
      case .json: console.answer(ChangeJSON.text(report))
      }
    }
    return .success
  }

  /// The exit code of an `ambit test` of the whole run.
  private static func exitCode(for outcome: String) -> ExitCode {
    switch outcome {
    case "passed": .success
    case "failed": .failed
    default: .noVerdict
    }
  }

  private func refuseBefore() throws(Failure) {
    guard !options.before.isEmpty, options.format != .comment else { return }
    throw Failure.usage("'--before' needs '--format comment'", hints: ["only the comment shows new failures"])
  }

  private func page(
    _ selection: SelectionOptions, _ runs: [Argument], _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (report: ChangeReport, marker: CommentMarker) {
    // An error in a file is reported before the long work begins.
    let run = try Self.run(in: runs, world)
    let session = try Session.open(world, global, selection)
    let outcome = try session.select(selection, kinds: .packagesAndProjects)
    var report = ChangeReport(
      affected: outcome.report,
      owners: try session.owners(outcome, selection, tellsInterfaces: options.interfaces))
    report.run = run
    report.project = outcome.config.name ?? session.workspace.folderName
    report.branch = try session.workspace.repository.branchName()
    report.findings = try session.findings(selection, onlyChanged: true)?.map { ChangeFinding($0) }
    return (report, Self.marker(session.workspace))
  }

  /// The marker has the folder too: workspaces of one repository may have the same name.
  private static func marker(_ workspace: OpenWorkspace) -> CommentMarker {
    let folder = workspace.location.folderInRepository
    let words = [workspace.config.name ?? "", folder.isRoot ? "" : folder.description]
    return CommentMarker(workspace: words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  private static func run(in files: [Argument], _ world: World) throws(Failure) -> ReportedRun? {
    let read = try files.map { file throws(Failure) in try Self.read(file, world) }
    guard let first = read.first else { return nil }
    guard read.count > 1 else { return ReportedRun(first) }
    let text = try RunReportMerge.joined(read).text
    return ReportedRun(try RunReportFile(Array(text.utf8), name: "the joined reports"))
  }

  private static func read(_ file: Argument, _ world: World) throws(Failure) -> RunReportFile {
    guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
      throw Failure(
        code: "unreadable-report", message: "the report \(file.quoted) cannot be read",
        hints: ["name a file that `ambit test --json-report FILE` wrote"])
    }
    return try RunReportFile(bytes, name: "\(file)")
  }
}

enum ReportFormat: String, OutputFormat {
  case markdown, text, comment, html, json
}

struct ReportOptions: CommandOptions {
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

  init(_ arguments: ParsedArguments) throws(Failure) {
    format = try arguments.format()
    namesFormat = arguments.namesFormat(ReportFormat.self)
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

  private static func shards(_ arguments: ParsedArguments) throws(Failure) -> [Argument] {
    let own = [FlagSpec.format(ReportFormat.self), .run, .before, .interfaces] + FlagSpec.selection
    if let flag = own.first(where: arguments.has) {
      throw Failure.usage(
        "'\(flag.name)' does not apply to `ambit report merge`",
        hints: ["leave it out: `ambit report merge` only joins files, and prints JSON"])
    }
    let files = Array(arguments.positionals.dropFirst())
    guard !files.isEmpty else {
      throw Failure.usage("`ambit report merge` needs a FILE", hints: ["usage: ambit report merge FILE..."])
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
}
