import Arguments
package import Base
import Graph
import Reports
package import Runner
import Store

/// The data that every step after planning needs.
package struct RunCourse {
  package let prepared: PreparedRun
  let workspace: RunWorkspace
  package let plan: RunPlan
  /// The part that xcodebuild runs.
  package let xcode: XcodePlan
  package let history: RunHistory
  /// Warnings about things that the run does without.
  var warnings: [Warning]

  /// The warnings for a plan that is only shown.
  package var doubts: [Warning] {
    warnings + (unpinned.map { [$0.warning] } ?? []) + (prepared.preparation.remote?.problems ?? [])
  }

  /// The groups without pins. A run of a revision writes no lockfile, so it has none.
  fileprivate var unpinned: UnpinnedGroups? {
    let isInPlace = prepared.preparation.session.workspace.head.isWorkingTree
    return isInPlace ? UnpinnedGroups(in: plan) : nil
  }
}

extension ScratchClaim {
  /// Locks the scratch folders of a plan's groups, and tells the user whom it waits for.
  package static func take(
    _ groups: [BuildGroup], of plan: RunPlan, telling console: CommandOutput
  ) throws(Failure) -> ScratchClaim {
    try take(
      groups, in: plan.scratchRoot,
      ScratchLocks(for: plan.swift) { console.note(StyledText($0, .dim)) })
  }
}

/// A planned run. Nothing was written before this.
package struct PlannedRun: ~Copyable {
  package let course: RunCourse
  package let results: RunResults

  /// Takes all following steps in their order, up to the saved report.
  package consuming func carryOut() throws(Failure) -> (report: RunReport, display: RunDisplay) {
    let planned = try pinned()
    try planned.adopt()
    return try planned.claim().restore().execute().record().save()
  }

  /// Lets SwiftPM write missing pins, and plans again. Pins decide what is built together, and the keys of results.
  private consuming func pinned() throws(Failure) -> PlannedRun {
    let (plan, prepared) = (course.plan, course.prepared)
    guard let unpinned = course.unpinned else { return self }
    let claim = try ScratchClaim.take(unpinned.groups, of: plan, telling: prepared.console)
    prepared.preparation.world.progressLine.begin("Resolving dependencies")
    unpinned.resolve()
    _ = claim
    return try prepared.refreshed().plan()
  }

  /// Locks all that the run writes to: the copy of its revision, if it needs one, and the scratch folders.
  package consuming func claim() throws(Failure) -> ClaimedRun {
    let (plan, console) = (course.plan, course.prepared.console)
    let place = try course.prepared.place.settle(for: plan, course.xcode, console)
    let claim = try ScratchClaim.take(plan.groups, of: plan, telling: console)
    return ClaimedRun(course: course, results: results, place: place, claim: claim)
  }
}

extension PlannedRun {
  /// Lets a new working folder start from build outputs of another folder with the same history: of a worktree of the
  /// same clone, or of the last checkout of a CI host. Restarts the program at that path, if there is one and the system
  /// allows it.
  private func adopt() throws(Failure) {
    let (preparation, plan, console) = (course.prepared.preparation, course.plan, course.prepared.console)
    let location = preparation.session.workspace.location
    guard let change = PlaceChange(preparation.world), mayAdopt,
      ScratchPlace.isEmpty(inWorkspace: location.root),
      ScratchPlace.noted(inWorkspace: location.root).map({ $0 == location.root }) ?? true,
      let states = try BuildStates.open(preparation, sharing: plan.groups),
      // Packages beside the repository are others at another path.
      states.files.stayInRepository, !plan.groups.contains(where: { states.hasNearest(to: $0) }),
      let previous = states.nearestPlace(to: plan.groups)
    else { return }
    guard let placement = change.placement(of: location, at: previous), change.rules.allow(placement) else {
      return
    }
    let world = preparation.world
    var obstacle = OwnMounts.obstacle() ?? placement.obstacle(knownIn: world.cacheFolder)
    if obstacle == nil {
      let evaluator = try world.evaluator(preparation.toolchain, preparation.environment.tests)
      let manifests = PlacedManifests(
        manifests: preparation.outcome.loaded.impureInHead, evaluator: evaluator)
      obstacle = try manifests.obstacle(to: placement, for: location)
    }
    if let obstacle { return change.say(obstacle, console) }
    try ScratchPlace.note(previous, inWorkspace: location.root)
    change.say(change.begin(placement).words, console)
  }

  private var mayAdopt: Bool {
    let preparation = course.prepared.preparation
    let selection = preparation.options.selection
    // Standard input cannot be read a second time.
    let hasReadInput = selection.change == .filesFromInput || selection.moduleList == "-"
    return preparation.keepsState(of: course.plan, in: course.prepared.place)
      && preparation.world.placing == nil && !hasReadInput
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
    let states = try prepared.preparation.states(of: course.plan, in: prepared.place)
    let restored = states?.restoreMissing(for: course.plan, under: claim, prepared.console) ?? .init()
    course.warnings += restored.warnings
    let moves = try prepared.preparation.folderMoves(under: course.plan)
    results.watchInputs(moves, unlikeCheckout: place.filesUnlikeCheckout)
    results.sendKnown()
    let scratch = RunScratch(
      claim: claim, states: states, restored: restored.groups, moves: moves, inputs: states?.snapshot())
    return ReadyRun(course: course, results: results, place: place, scratch: scratch)
  }
}

/// The scratch folders of a run.
struct RunScratch {
  let claim: ScratchClaim
  /// nil where a run has no build state.
  let states: BuildStates?
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
    let isNew = scratch.states?.isNew(plan) ?? false
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
      let named = try lookup.modules(matching: name)
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
        scratch.states?.save(course.plan, since: scratch.inputs, under: scratch.claim, after: report) ?? []
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

extension RunReport {
  /// The first error of a compiler.
  package var firstError: String? {
    packages.flatMap(\.errors).first?.sentence
  }
}

extension BuildDiagnostic {
  package var sentence: String { (file.map { "\($0):\(line ?? 1): " } ?? "") + message }
}
