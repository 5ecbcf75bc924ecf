import Arguments
import Base
import Graph
import Reports
import Session

/// `ambit affected`: lists the modules that a change affects.
struct AffectedCommand: AmbitCommand {
  let options: AffectedOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    try refuseContradictions()
    guard options.format == .plan else { return try answer(nil, world, global, console) }
    let file = try FilteredPlan(options.xcode, world)
    do throws(Failure) {
      return try answer(file, world, global, console)
    } catch {
      // The first failure is reported, and not one of writing the plan.
      try? file.writeWhole(world, global)
      throw error
    }
  }

  /// `file` takes the filtered plan.
  private func answer(
    _ file: FilteredPlan?, _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    var selection = options.selection
    // Names of libraries stand for their tests, as in `ambit test`.
    selection.namesStandForTests = true
    var pipeline = try SelectionPipeline.open(world, global, selection)
    try file?.refuseOwnFile(pipeline.workspace)
    console.warn(pipeline.askOtherMachines())
    let outcome = try pipeline.run(selection, reach: .packagesAndProjects)
    let report = outcome.report
    if options.format != .json {
      console.warn(report.allWarnings + (console.isVerbose ? report.remarks : []))
    }
    if options.format.isForXcode { return try answerXcode(file, outcome, pipeline, console) }
    switch options.format {
    case .text: console.answer(AffectedText.lines(report, width: console.output.width))
    case .json: console.answer(AffectedJSON.text(report))
    case .names: console.answer(Self.list(report.selection.modules.map(\.id.description)))
    case .tests: console.answer(Self.list(report.selection.tests.map(\.description)))
    case .github: console.answer(AffectedGitHub.text(report))
    case .gitlab:
      let (text, omitted) = AffectedGitLab.report(report)
      if !omitted.isEmpty { console.warn([Self.omission(omitted)]) }
      console.answer(text)
    case .markdown:
      console.answer(report.document(owners: try pipeline.owners(outcome, selection)).markdown)
    case .xcodebuild, .fastlane, .schemes, .matrix, .plan: break
    }
    return options.exitCode && report.isNothingAffected ? .nothingAffected : .success
  }

  private func refuseContradictions() throws(Failure) {
    func refuse(_ message: String, _ hint: String) -> Failure {
      Failure(describing: UsageError(message, hints: [hint]))
    }
    if !options.format.isForXcode, options.xcode != XcodeCallOptions() {
      throw refuse(
        "'--project', '--scheme', '--plan', '--skip-testing' and '--out' need a format for Xcode",
        "add '--format xcodebuild'")
    }
    if options.format != .plan, options.xcode.out != nil {
      throw refuse("'--out' writes only a filtered test plan", "add '--format xctestplan'")
    }
  }

  private func answerXcode(
    _ file: FilteredPlan?, _ outcome: SelectionPipeline.Outcome, _ pipeline: SelectionPipeline,
    _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let call = try XcodeCall(options.xcode, outcome, pipeline)
    console.warn(call.warnings)
    let answer = AffectedXcode(
      call.entries, affected: call.unknown.union(outcome.report.selection.tests),
      skipped: Set(options.xcode.skipped))
    if [.xcodebuild, .fastlane].contains(options.format) {
      try call.refuseOpenPlan(ofNamedScheme: options.xcode.scheme != nil)
    }
    switch options.format {
    case .xcodebuild: console.answer(answer.arguments)
    case .fastlane: console.answer(answer.names)
    case .schemes: console.answer(answer.schemes)
    case .matrix: console.answer(answer.matrix)
    case .plan: try file?.write(answer, call, pipeline)
    case .text, .json, .names, .tests, .github, .gitlab, .markdown: break
    }
    return options.exitCode && answer.isEmpty ? .nothingAffected : .success
  }

  private static func omission(_ variables: [String]) -> Warning {
    let names = variables.map { "$\($0)" }.joined(separator: ", ")
    return Warning(
      code: "omitted-variable", message: "left out \(names): too long for a dotenv report",
      hints: ["run `ambit test` there without module names: it finds the affected modules itself"])
  }

  private static func list(_ names: [String]) -> String {
    names.map { Text.escapingControls($0) + "\n" }.joined()
  }
}
