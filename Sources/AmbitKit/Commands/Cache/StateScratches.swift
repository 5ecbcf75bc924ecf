import Arguments
import BuildState
import Digests
import GitBridge
import Platform
import Reports
import Runner
import Support

/// The scratch folders of the workspace, for `ambit cache state`: those that a run of everything would build in.
struct StateScratches {
  private let states: BuildStates
  private let groups: [BuildGroup]
  private let world: World
  private let workspace: OpenWorkspace

  init(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) {
    var options = RunOptions()
    options.selection.all = true
    options.selection.allowsEmpty = true
    options.selection.platform = HostPlatform.name
    let pipeline = try SelectionPipeline.open(world, global, options.selection)
    let outcome = try pipeline.run(options.selection)
    let preparation = RunPreparation(
      action: .test, options: options, outcome: outcome, pipeline: pipeline, world: world, filter: nil)
    guard let states = try BuildStates.open(preparation, console) else {
      throw Failure(
        code: "no-commit", message: "there is no commit yet to keep build states for",
        hints: ["commit first, or let `ambit test` do so when there is one"])
    }
    self.states = states
    self.world = world
    groups = preparation.plan().groups
    workspace = pipeline.workspace
  }

  /// The keys of those that missing scratch folders would be restored from.
  func current() -> Set<SHA256Digest> { Set(groups.compactMap { states.nearest(to: $0)?.key }) }

  func save() throws(Failure) -> StateScratchReport {
    let there = groups.filter(states.isThere)
    guard !there.isEmpty else { return report(groups.map { .init($0.scratchFolder, .absent) }) }
    world.progressLine.begin("Keeping the build state")
    let inputs = try Failure.wrapping { try states.currentInputs() }
    return report(
      groups.map { group in
        guard states.isThere(group) else { return .init(group.scratchFolder, .absent) }
        return saved(group, inputs)
      })
  }

  private func saved(_ group: BuildGroup, _ inputs: [StateInput]) -> StateScratchReport.Scratch {
    let start = world.now()
    do {
      let entry = try states.save(group, inputs)
      return .init(group.scratchFolder, .saved(entry.summary, seconds: seconds(since: start)))
    } catch {
      let failure = Failure(describing: error)
      return .init(
        group.scratchFolder,
        .failed(Warning(code: failure.code, message: failure.message, hints: failure.hints)))
    }
  }

  /// `replacing` those that are there.
  func restore(replacing: Bool) throws(Failure) -> StateScratchReport {
    world.progressLine.begin("Restoring the build state")
    if replacing { try Failure.wrapping { try remove() } }
    let start = world.now()
    let restorations = states.restoreMissing(groups)
    let seconds = seconds(since: start)
    return report(restorations.map { .init($0.group.scratchFolder, outcome($0, seconds)) })
  }

  /// Only what a state takes the place of.
  private func remove() throws(RunError) {
    for group in groups where states.isThere(group) && states.nearest(to: group) != nil {
      let lock = try states.locks.take(group.scratchFolder)
      LocalFiles.removeTree(group.scratchFolder)
      withExtendedLifetime(lock) {}
    }
  }

  private func outcome(
    _ restoration: BuildStates.Restoration, _ seconds: Double
  ) -> StateScratchReport.Outcome {
    switch restoration.outcome {
    case .restored(let entry): .restored(entry.summary, seconds: seconds)
    case .alreadyThere: .present
    case .nothingFound: .nothingFits(others: others(of: restoration.group))
    case .refused(let warning): .failed(warning)
    }
  }

  /// States of the same folder that do not fit: of other commits, toolchains or flags.
  private func others(of group: BuildGroup) -> Int {
    states.store.all().count { $0.summary.scratch == group.scratchFolder }
  }

  private func seconds(since start: Duration) -> Double { (world.now() - start).inSeconds }

  private func report(_ scratches: [StateScratchReport.Scratch]) -> StateScratchReport {
    StateScratchReport(
      scratches, workspace: workspace.location.root, isShallow: workspace.repository.isShallow)
  }
}
