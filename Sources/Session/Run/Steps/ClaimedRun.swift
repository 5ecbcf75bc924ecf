package import Base
import Reports
import Runner
import Store

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
