package import Arguments
package import Base
import Graph
import Reports
package import Runner
import Store

/// A run that has ended.
package struct ExecutedRun: ~Copyable {
  let course: RunCourse
  let results: RunResults
  let place: SettledPlace
  let scratch: RunScratch
  let display: RunDisplay
  /// The files that were built.
  let inputs: BuildInputs
  /// The report of the modules that ran.
  let report: RunReport
  /// The report of xcodebuild's bundles. None of it is recorded.
  let xcode: RunReport

  /// Records passes, and adds cached results to the report.
  package consuming func record() throws(Failure) -> SettledRun {
    try refuseEmptyFilter()
    let preparation = course.prepared.preparation
    let tools = UndeclaredToolReads(report.toolReads, preparation.outcome.graph, results.gates)
    let build = preparation.compilerReads(report, inputs).adding(tools.undeclared)
    let met = (results.gates?.met ?? [:]).merging(results.adopted) { own, _ in own }
    let outputs = results.gates?.outputs ?? [:]
    let learned = preparation.learn(from: build, met, outputs)
    try place.refuseEdits(after: [report, xcode], learned)
    results.gates?.judgeLeftovers()
    let observations = results.gates?.observations ?? [:]
    let warnings = preparation.undeclared(met, outputs) + preparation.unrecordable(observations)
    var whole = try results.joined(report, builtAs: build, observations)
    whole.add(inXcode: xcode)
    whole.filter = preparation.options.filter
    whole.warnings += warnings + preparation.quarantine.warnings(about: whole, in: preparation.outcome.graph)
    whole.shard = preparation.share?.shard
    whole.plan = preparation.share?.plan
    if preparation.options.auditsInputs { whole.inputs = tools.inputs + TestInputs.all(of: observations) }
    return SettledRun(course: course, scratch: scratch, display: display, report: whole)
  }

  /// Refuses a filter that matches no case. A mistyped filter would look like passed tests.
  /// Each named module needs a match.
  private borrowing func refuseEmptyFilter() throws(Failure) {
    let preparation = course.prepared.preparation
    let selection = preparation.options.selection
    guard let pattern = preparation.options.filter, !selection.allowsEmpty, report.outcome == .passed else {
      return
    }
    let ran = report.modules.filter { $0.excuse == nil }
    let lookup = ModuleLookup(graph: preparation.outcome.graphWithProjects)
    for name in selection.modules {
      let named = try lookup.modules(matching: [name], and: nil) ?? []
      guard !Self.isSilent(ran.filter { named.contains($0.id) }) else {
        throw EmptyByMistake.filter(pattern, of: name)
      }
    }
    if Self.isSilent(ran) { throw EmptyByMistake.filter(pattern) }
  }

  private static func isSilent(_ modules: [ModuleReport]) -> Bool {
    !modules.isEmpty && modules.allSatisfy { $0.cases == CaseCounts() && $0.quarantined.isEmpty }
  }
}

/// A run with its complete report.
package struct SettledRun: ~Copyable {
  let course: RunCourse
  let scratch: RunScratch
  let display: RunDisplay
  let report: RunReport

  /// Saves the build state and the history. The scratch folders are unlocked afterwards.
  package consuming func save() -> (report: RunReport, display: RunDisplay) {
    let preparation = course.prepared.preparation
    var (report, history) = (report, course.history)
    // A build during which a folder was moved aside cannot be trusted.
    if scratch.moves.look().isEmpty {
      report.warnings +=
        scratch.state?.save(course.plan, since: scratch.inputs, under: scratch.claim, after: report) ?? []
    }
    report.secondsSaved = history.secondsSaved(in: report)
    history.record(
      report, about: preparation.outcome.report, action: course.plan.action,
      isFiltered: preparation.options.filter != nil,
      isSlowed: !preparation.session.settings.sanitizers.isEmpty, unselected: preparation.unselectedTests)
    if report.modules.contains(where: { $0.source == .run }) {
      preparation.sendDurations(history.durations())
    }
    preparation.sendFootprints()
    report.warnings = course.warnings + report.warnings + history.warnings + preparation.finishRemote()
    return (report, display)
  }
}

/// A run that has locked its scratch folders.
package struct ClaimedRun: ~Copyable {
  let course: RunCourse
  let results: RunResults
  let place: SettledPlace
  let claim: ScratchClaim

  /// Restores missing scratch folders, and watches the run's inputs from then on.
  package consuming func restore() throws(Failure) -> ReadyRun {
    var (course, results) = (course, results)
    let prepared = course.prepared
    let state = try RunState.open(course.plan, prepared.preparation, prepared.place)
    let restored = state?.restoreMissing(for: course.plan, under: claim, prepared.console) ?? .init()
    course.warnings += restored.warnings
    let moves = try prepared.preparation.folderMoves(under: course.plan)
    results.watchInputs(moves, unlikeCheckout: place.filesUnlikeCheckout)
    results.sendKnown()
    let scratch = RunScratch(
      claim: claim, state: state, restored: restored.groups, moves: moves, inputs: state?.snapshot())
    return ReadyRun(course: course, results: results, place: place, scratch: scratch)
  }
}

/// The scratch folders of a run.
struct RunScratch {
  let claim: ScratchClaim
  /// nil where a run has no build state.
  let state: RunState?
  /// The names of the groups whose scratch folders were restored.
  let restored: Set<String>
  /// Reports folders that were moved since the run began.
  let moves: FolderMoves
  /// The files as they were before the build. After the build, also as they were then.
  var inputs: InputSnapshot?
}

/// A run in which only SwiftPM and tests are left to do.
package struct ReadyRun: ~Copyable {
  let course: RunCourse
  let results: RunResults
  let place: SettledPlace
  let scratch: RunScratch

  /// Runs the plan. Cached results are reported as well.
  package consuming func execute() throws(Failure) -> ExecutedRun {
    let (course, results, place) = (course, results, place)
    var scratch = scratch
    let (plan, prepared) = (course.plan, course.prepared)
    let world = prepared.preparation.world
    let display = RunDisplay.make(
      for: world, prepared.preparation.session.global, outline: RunOutline(plan), location: prepared.location
    )
    let (workers, doubts) = try prepared.preparation.openWorkers(for: plan, results)
    world.progressLine.begin(plan.action == .build ? "Building" : "Building and testing")
    let seen = Guarded(scratch.inputs)
    let isNew = scratch.state?.isNew(plan) ?? false
    let (report, xcode, inputs) = try world.progressLine.showing(display) { () throws(Failure) in
      for replay in results.replays { display.handle(.moduleFinished(replay)) }
      let inputs = try prepared.preparation.buildInputs(
        of: plan, in: prepared.place, hasRestored: !scratch.restored.isEmpty)
      let context = RunContext(
        course.workspace, inputs: inputs, moves: scratch.moves, claim: scratch.claim,
        restored: scratch.restored,
        interfaces: world.cacheFolder.map { CompiledInterfaces(cacheFolder: $0) }, gate: results.gates,
        workers: workers,
        buildEnded: { if isNew { seen.with { $0 = $0?.buildEnded() } } })
      var report = try Runner().run(plan, on: context, observer: place.observer(display))
      report.warnings += doubts + (workers?.problems ?? [])
      let xcode = try course.xcode.run(after: report, of: plan, prepared.preparation, in: place, display)
      return (display.paths.relative(place.mapped(report)), display.paths.relative(xcode), inputs)
    }
    scratch.inputs = seen.with { $0 }
    return ExecutedRun(
      course: course, results: results, place: place, scratch: scratch, display: display, inputs: inputs,
      report: report, xcode: xcode)
  }
}

/// A build of some modules that another command needs. It works as `ambit build`.
package struct OwnBuild {
  package let world: World
  package let global: GlobalOptions
  package let console: CommandOutput

  package init(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) {
    self.world = world
    self.global = global
    self.console = console
  }

  package func plan(_ modules: [ModuleID]) throws(Failure) -> PlannedRun {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    return try PreparedRun.open(.build, options, world, global, console).run.plan()
  }

  package func execute(_ planned: consuming PlannedRun) throws(Failure) -> RunReport {
    try planned.carryOut().report
  }
}

extension RunReport {
  /// The first error of a compiler.
  package var firstError: String? {
    packages.flatMap(\.errors).first?.sentence
  }
}

extension BuildDiagnostic {
  package var sentence: String { (file.map { "\($0):\(line ?? 1): " } ?? "") + message }
}
