import AffectedGraph
import Arguments
import ContentKeys
import Platform
import Reports
import Runner
import Support
import Terminal
import Workspace

/// `ambit build` and `ambit test`: SwiftPM for what a change reaches, and for nothing else.
struct RunCommand {
  let action: RunPlan.Action
  let options: RunOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    var selection = options.selection
    // Running is a matter of this machine: what only other platforms need has no part in it.
    selection.platform = selection.platform ?? HostPlatform.name
    let pipeline = try SelectionPipeline.open(
      world, global, selection, swiftArguments: options.swiftArguments)
    let outcome = try pipeline.run(selection)
    try Self.refuse(outcome)
    if !global.json { console.warn(outcome.report.allWarnings) }
    let place = try RevisionRun.place(for: outcome, in: pipeline)
    let preparation = RunPreparation(
      action: action, options: options, outcome: outcome, pipeline: place.pipeline, world: world,
      filter: try filter)
    var history = RunHistory.open(world, pipeline.workspace.location)
    var (results, doubts) = try RunResults.open(preparation, place)
    var plan = preparation.plan(
      tests: action == .test ? results.toRun : nil, builds: results.toBuild,
      expectedSeconds: history.expectedSeconds)
    if options.dryRun { return show(plan, preparation, console) }
    let state = try RunState.open(plan, preparation, place, console)
    let losses = state?.restoreMissing(for: &plan) ?? []
    // What the run itself makes in a watched folder must be there before.
    if !plan.groups.isEmpty, !place.isCopy {
      try Failure.wrapping { try ScratchRoot.prepare(plan.scratchRoot) }
    }
    results.watchInputs()
    state?.watchInputs()
    let display = RunDisplay.make(
      for: world, global, outline: RunOutline(plan), location: pipeline.workspace.location)
    let (ran, inputs) = try execute(plan, preparation, place, display, console, replaying: results.replays)
    try refuseEmptyFilter(ran)
    let build = preparation.testimony(ran, inputs)
    preparation.learn(from: build)
    var report = try results.joined(ran, builtAs: build)
    report.warnings += state?.save(plan, after: report) ?? []
    report.secondsSaved = history.secondsSaved(in: report)
    history.record(report, about: outcome.report, action: action, isFiltered: options.filter != nil)
    report.warnings = doubts + losses + report.warnings + history.warnings
    if !global.json { console.warn(report.warnings) }
    try show(report, about: outcome, preparation, display, console, global)
    return Self.exitCode(for: report)
  }

  private var filter: CaseFilter? {
    get throws(Failure) {
      guard let pattern = options.filter else { return nil }
      return try Failure.wrapping { try CaseFilter(pattern) }
    }
  }

  private static func exitCode(for report: RunReport) -> ExitCode {
    switch report.outcome {
    case .passed: .success
    case .failed: .failed
    case .stopped: .interrupted
    }
  }
}

// MARK: What is refused

extension RunCommand {
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

extension RunCommand {
  /// A filter that was mistyped would pass for tests that passed.
  private func refuseEmptyFilter(_ report: RunReport) throws(Failure) {
    guard let pattern = options.filter, !options.selection.allowsEmpty, report.outcome == .passed else {
      return
    }
    let ran = report.modules.filter { $0.excuse == nil }
    guard !ran.isEmpty, ran.allSatisfy({ $0.cases == CaseCounts() }) else { return }
    throw EmptyByMistake.filter(pattern)
  }
}

// MARK: What is said

extension RunCommand {
  private func show(
    _ report: RunReport, about outcome: SelectionPipeline.Outcome, _ preparation: RunPreparation,
    _ display: RunDisplay, _ console: CommandOutput, _ global: GlobalOptions
  ) throws(Failure) {
    let world = preparation.world
    let json = RunReportJSON.text(report, about: outcome.report)
    try write(json, to: options.jsonReport, flag: "--json-report", world)
    try write(JUnitReport.text(report), to: options.junit, flag: "--junit", world)
    if global.json { return console.answer(json) }
    if report.packages.isEmpty, report.modules.isEmpty {
      return console.answer(
        AffectedText.lines(outcome.report, width: console.output.width).prefix(1).map { $0 })
    }
    let text = RunText(
      report, modules: SourceModules(outcome.graph), excerpts: display.excerpts, width: console.output.width)
    // The summary is the last thing to be seen.
    if report.outcome == .failed { console.withheld(preparation.withheld) }
    console.answer(text.lines(elapsed: world.now()))
  }
  private func show(_ plan: RunPlan, _ preparation: RunPreparation, _ console: CommandOutput) -> ExitCode {
    let commands = preparation.commands.all(of: plan)
    console.answer(commands.map { StyledText($0.shellLine) })
    if commands.isEmpty { console.note("nothing to run") }
    return .success
  }

}

// MARK: Running

extension RunCommand {
  private func execute(
    _ plan: RunPlan, _ preparation: RunPreparation, _ place: RevisionRun, _ display: RunDisplay,
    _ console: CommandOutput, replaying replays: [ModuleReport]
  ) throws(Failure) -> (report: RunReport, inputs: BuildInputs) {
    var inputs = BuildInputs.unknown
    let runner = Runner(swift: preparation.toolchain.swift, environment: preparation.environment)
    let stages = preparation.world.progressLine
    let report = try place.run(plan, console, observer: display) { observer throws(Failure) in
      stages.begin(action == .build ? "Building" : "Building and testing")
      return try stages.showing(display) { () throws(Failure) in
        for replay in replays { display.handle(.moduleFinished(replay)) }
        inputs = try preparation.buildInputs(of: plan, in: place)
        return try Failure.wrapping { try runner.run(plan, from: inputs, observer: observer) }
      }
    }
    return (display.paths.relative(report), inputs)
  }

  private func write(
    _ report: String, to file: Argument?, flag: String, _ world: World
  ) throws(Failure) {
    guard let file else { return }
    guard
      !LocalFiles.write(
        Array(report.utf8), to: world.absoluteText(file.bytes), permissions: 0o644)
    else { return }
    throw Failure(
      code: "report-unwritable", message: "cannot write the report \(file.quoted)",
      hints: ["\(flag) takes the path of a file in an existing folder"])
  }
}
