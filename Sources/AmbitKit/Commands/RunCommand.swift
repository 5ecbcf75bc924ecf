import AffectedGraph
import Arguments
import ModuleGraph
import Platform
import Reports
import Runner
import Support
import Terminal

/// `ambit build` and `ambit test`: SwiftPM for what a change reaches, and for nothing else.
struct RunCommand {
  let action: RunPlan.Action
  let options: RunOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let (prepared, _) = try prepare(world, global, console)
    let planned = try prepared.plan()
    if options.dryRun {
      if !global.json { console.warn(planned.course.doubts) }
      return show(planned.course.plan, prepared.preparation.outcome.report, console)
    }
    try planned.adopt()
    let (report, display) = try planned.claim().restore().execute().record().save()
    if !global.json { console.warn(report.warnings) }
    try show(report, prepared.preparation, display, console)
    return Self.exitCode(for: report)
  }

  /// Finds what the change reaches, and says what is to be said of that.
  func prepare(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> (run: PreparedRun, outcome: SelectionPipeline.Outcome) {
    try refuseImpossible()
    let plan = try options.plan.map { file throws(Failure) in try PlanFile.read(file, world) }
    var selection = options.selection.following(plan)
    // Running is a matter of this machine: what only other platforms need has no part in it.
    selection.platform = selection.platform ?? HostPlatform.name
    let pipeline = try SelectionPipeline.open(
      world, global, selection, swiftArguments: options.swiftArguments)
    let failed = try failedBefore(pipeline.workspace.location, world, console)
    // What failed runs whatever has changed since: that is what is asked.
    if failed != nil { selection.all = true }
    let outcome = try pipeline.run(selection, only: failed.map { Set($0.modules) })
    try Self.refuse(outcome)
    if !global.json { console.warn(outcome.report.allWarnings) }
    return (try PreparedRun.prepare(action, options, outcome, pipeline, console, plan: plan), outcome)
  }

  private func failedBefore(
    _ location: WorkspaceLocation, _ world: World, _ console: CommandOutput
  ) throws(Failure) -> FailedBefore? {
    guard options.failed else { return nil }
    let failed = try FailedBefore(location, world)
    if failed.modules.isEmpty, failed.hasLastRunFailed {
      console.note(
        StyledText("hint: ", .dim)
          + StyledText("what failed last was no test module; `ambit test` tries it again"))
    }
    return failed
  }

  private func refuseImpossible() throws(Failure) {
    if options.measuresCoverage, RunSettings().viaSwiftTest {
      throw Failure(
        code: "no-coverage",
        message: "coverage is measured where Ambit starts the tests itself, which it cannot here",
        hints: ["call `swift test --enable-code-coverage` in a package"])
    }
    if options.plan != nil, options.shard == nil {
      throw Failure(
        describing: UsageError(
          "'--plan' has to know which shard is to be run", hints: ["say it with '--shard 1/8'"]))
    }
    if options.auditsInputs, !options.dryRun, let obstacle = ProcessObserver.obstacle() {
      throw Failure(
        code: "unobservable",
        message: "nothing can be seen here of what tests and builds look at: \(obstacle)",
        hints: ["`ambit doctor` says what that needs"])
    }
  }

  private static func exitCode(for report: RunReport) -> ExitCode {
    switch report.outcome {
    case .passed: .success
    case .failed: .failed
    case .stopped: .interrupted
    }
  }

  /// What SwiftPM could only fail at is said before anything starts.
  private static func refuse(_ outcome: SelectionPipeline.Outcome) throws(Failure) {
    if let package = outcome.unknownPackages.first {
      throw Failure(
        code: UnknownPackages.code,
        message: "the package \"//\(package.folder)\" cannot be evaluated: \(package.reason)",
        hints: ["mend the manifest first; `ambit affected` shows what may depend on it"])
    }
    if let cycle = CycleFinder.cycles(in: outcome.graph).first {
      throw Failure(
        code: SelectionPipeline.cycleCode, message: SelectionPipeline.sentence(for: cycle),
        hints: ["SwiftPM cannot build a cycle; remove one of these dependencies"])
    }
  }
}

// MARK: What is said

extension RunCommand {
  private func show(_ plan: RunPlan, _ affected: AffectedReport, _ console: CommandOutput) -> ExitCode {
    console.answer(
      json: DryRunJSON.text(plan, about: affected),
      text: plan.commands.all.map { StyledText($0.shellLine) })
    if plan.groups.isEmpty { console.note("nothing to run") }
    return .success
  }

  private func show(
    _ report: RunReport, _ preparation: RunPreparation, _ display: RunDisplay, _ console: CommandOutput
  ) throws(Failure) {
    let (world, outcome) = (preparation.world, preparation.outcome)
    let json = RunReportJSON.text(report, about: outcome.report)
    try world.write(json, to: options.jsonReport, named: "report", by: "--json-report")
    try world.write(JUnitReport.text(report), to: options.junit, named: "report", by: "--junit")
    let coverage =
      options.measuresCoverage
      ? CoverageOutput(report: CoverageReport(report, outcome), preparation: preparation) : nil
    try coverage?.write(to: options.coverageFolder, world)
    if preparation.pipeline.global.json { return console.answer(json) }
    console.warn(coverage?.warnings ?? [])
    if report.packages.isEmpty, report.modules.isEmpty { return sayThatNothingRan(outcome.report, console) }
    let text = RunText(
      report, modules: SourceModules(outcome.graph), excerpts: display.excerpts,
      unfinished: report.outcome == .stopped ? display.unfinished : [], width: console.output.width)
    if let coverage {
      console.answer(CoverageText.lines(coverage.report, width: console.output.width) + [""])
    }
    // The summary is the last thing to be seen.
    if report.outcome == .failed {
      let withheld = preparation.withheld
      console.withheld(console.isVerbose ? withheld : Suspects(of: report).among(withheld))
    }
    console.answer(text.lines(elapsed: world.now()))
  }

  private func sayThatNothingRan(_ report: AffectedReport, _ console: CommandOutput) {
    guard !options.failed else {
      return console.answer([
        StyledText("Nothing to run", .good) + StyledText(": no test module failed when it last ran")
      ])
    }
    console.answer(AffectedText.lines(report, width: console.output.width).prefix(1).map { $0 })
    if !report.wanted.isEmpty, !options.selection.all {
      console.note(StyledText("hint: ", .dim) + StyledText("`--all` runs it whatever has changed"))
    }
  }
}
