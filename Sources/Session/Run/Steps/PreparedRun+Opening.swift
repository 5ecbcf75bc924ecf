package import Arguments
import Base
import Graph
import Reports
package import Runner

extension PreparedRun {
  /// Finds the modules that the change affects, and prints warnings about them.
  package static func open(
    _ action: RunPlan.Action, _ options: RunOptions, _ world: World, _ global: GlobalOptions,
    _ console: CommandOutput
  ) throws(Failure) -> (run: PreparedRun, outcome: SelectionPipeline.Outcome) {
    try refuseImpossible(options)
    let plan = try options.plan.map { file throws(Failure) in try PlanFile.read(file, world) }
    var selection = options.selection
    (selection.namesStandForTests, selection.takesBundles) = (action == .test, action == .test)
    // Names only narrow the modules that failed.
    selection.namesOnlyFilter = options.failed
    selection = selection.following(plan)
    // A run is about this machine, so dependencies of other platforms do not count.
    selection.platform = selection.platform ?? HostPlatform.name
    var pipeline = try SelectionPipeline.open(
      world, global, selection, swiftArguments: options.swiftArguments)
    let remote = try RunRemote.open(for: options, &pipeline)
    let failed = try failedBefore(options, pipeline.workspace.location, world, console)
    // Failed tests run whatever has changed since.
    if failed != nil { selection.all = true }
    let outcome = try pipeline.run(selection, only: failed.map { Set($0.modules) })
    try refuse(outcome)
    if action == .test, !selection.allowsEmpty {
      try pipeline.workspace.refuseTestless(outcome.graphWithProjects)
    }
    let untested =
      action == .test && plan == nil && !selection.allowsEmpty && outcome.report.isByName
      ? try outcome.named?.refuseUntested() ?? [] : []
    if !global.json { console.warn(outcome.report.allWarnings + untested) }
    return (try prepare(action, options, outcome, pipeline, console, remote, plan: plan), outcome)
  }

  private static func failedBefore(
    _ options: RunOptions, _ location: WorkspaceLocation, _ world: World, _ console: CommandOutput
  ) throws(Failure) -> FailedBefore? {
    guard options.failed else { return nil }
    let failed = try FailedBefore(location, world)
    if failed.modules.isEmpty, failed.hasLastRunFailed {
      console.note(
        "\("hint: ", .dim)no test module failed in the last run, something else did; `ambit test` tries it again"
      )
    }
    return failed
  }

  private static func refuseImpossible(_ options: RunOptions) throws(Failure) {
    if options.measuresCoverage, RunSettings().viaSwiftTest {
      throw Failure(
        code: "no-coverage",
        message: "coverage cannot be measured here: Ambit cannot start the tests itself",
        hints: ["call `swift test --enable-code-coverage` in a package"])
    }
    if options.plan != nil, options.shard == nil {
      throw Failure(
        describing: UsageError(
          "'--plan' needs the number of a shard", hints: ["give it with '--shard 1/8'"]))
    }
    if options.auditsInputs, !options.dryRun, let obstacle = ProcessObserver.obstacle() {
      throw Failure(
        code: "unobservable",
        message: "Ambit cannot see here which files tests and builds read: \(obstacle)",
        hints: ["`ambit doctor` lists the requirements"])
    }
  }

  /// Refuses what SwiftPM cannot build, before anything starts.
  private static func refuse(_ outcome: SelectionPipeline.Outcome) throws(Failure) {
    if let cycle = CycleFinder.cycles(in: outcome.graph).first {
      throw Failure(
        code: SelectionPipeline.cycleCode, message: SelectionPipeline.sentence(for: cycle),
        hints: ["SwiftPM cannot build a cycle; remove one of these dependencies"])
    }
  }
}
