import BuildState
import Reports
import Runner
import Support

/// A run that nobody else can get in the way of.
struct ClaimedRun: ~Copyable {
  let planned: PlannedRun
  let place: SettledPlace
  let claim: ScratchClaim

  /// Gives missing scratch folders back, and watches from then on what the run reads.
  consuming func restore() throws(Failure) -> ReadyRun {
    let plan = planned.plan
    let state = try RunState.open(plan, planned.run.preparation, planned.run.place)
    let restored = state?.restoreMissing(for: plan, under: claim, planned.run.console) ?? .init()
    var results = planned.results
    results.watchInputs()
    return ReadyRun(
      claimed: self, state: state, restored: restored, results: results, snapshot: state?.snapshot())
  }
}

/// A run in which nothing but SwiftPM and tests are still to come.
struct ReadyRun: ~Copyable {
  let claimed: ClaimedRun
  let state: RunState?
  let restored: RunState.Restored
  let results: RunResults
  let snapshot: InputSnapshot?

  /// Runs the plan, and what stands for running as if it ran.
  consuming func execute() throws(Failure) -> ExecutedRun {
    let (run, plan) = (claimed.planned.run, claimed.planned.plan)
    let world = run.preparation.world
    let display = RunDisplay.make(
      for: world, run.preparation.pipeline.global, outline: RunOutline(plan), location: run.location)
    world.stages.begin(plan.action == .build ? "Building" : "Building and testing")
    let (place, workspace, claim, restored) = (
      claimed.place, claimed.planned.workspace, claimed.claim, restored
    )
    let replays = results.replays
    let (report, inputs) = try world.stages.showing(display) { () throws(Failure) in
      for replay in replays { display.handle(.moduleFinished(replay)) }
      let inputs = try run.preparation.buildInputs(of: plan, in: run.place)
      let ground = RunGround(workspace, inputs: inputs, claim: claim, restored: restored.groups)
      let report = try Failure.wrapping {
        try Runner().run(plan, on: ground, observer: place.observer(display))
      }
      return (display.paths.relative(try place.finish(report)), inputs)
    }
    return ExecutedRun(ready: self, display: display, inputs: inputs, report: report)
  }
}
