import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit report`: writes a page about a change or a comment for its pull request, or joins reports of shards.
struct ReportCommand: AmbitCommand {
  let options: ReportOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.subject {
    case .merge(let files):
      let merged = try Self.joined(try files.map { file throws(Failure) in try Self.read(file, world) })
      console.answer(merged.text)
      return Self.exitCode(for: merged)
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
  private static func exitCode(for merged: MergedRunReport) -> ExitCode {
    switch merged.outcome {
    case "passed": .success
    case "failed": .failed
    default: .noVerdict
    }
  }

  private func refuseBefore() throws(Failure) {
    guard !options.before.isEmpty, options.format != .comment else { return }
    throw Failure(
      describing: UsageError(
        "'--before' needs '--format comment'",
        hints: ["only the comment shows new failures"]))
  }

  private func page(
    _ selection: SelectionOptions, _ runs: [Argument], _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> (report: ChangeReport, marker: CommentMarker) {
    // An error in a file is reported before the long work begins.
    let run = try Self.run(in: runs, world)
    let pipeline = try SelectionPipeline.open(world, global, selection)
    let outcome = try pipeline.run(selection, reach: .packagesAndProjects)
    var report = ChangeReport(
      affected: outcome.report,
      owners: try pipeline.owners(outcome, selection, tellsInterfaces: options.interfaces))
    report.run = run
    report.project = outcome.config.name ?? pipeline.workspace.folderName
    report.branch = try Failure.wrapping { try pipeline.workspace.repository.branchName() }
    report.findings = try LintFindings(pipeline).all(selection, onlyChanged: true)?.map {
      ChangeFinding($0)
    }
    return (report, Self.marker(pipeline.workspace))
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
    let text = try joined(read).text
    return ReportedRun(
      try Failure.wrapping { try RunReportFile(Array(text.utf8), name: "the joined reports") })
  }

  private static func joined(_ files: [RunReportFile]) throws(Failure) -> MergedRunReport {
    try Failure.wrapping { try RunReportMerge.joined(files) }
  }

  private static func read(_ file: Argument, _ world: World) throws(Failure) -> RunReportFile {
    guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
      throw Failure(
        code: "unreadable-report", message: "the report \(file.quoted) cannot be read",
        hints: ["name a file that `ambit test --json-report FILE` wrote"])
    }
    return try Failure.wrapping { try RunReportFile(bytes, name: "\(file)") }
  }
}
