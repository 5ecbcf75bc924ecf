import Arguments
import Base
import GitBridge
import Reports
import Runner
import Session
import Store

/// The scratch folders that a run of the whole workspace would build in, for `ambit cache state`.
struct StateScratches {
  private let states: BuildStates
  private let plan: RunPlan
  private let console: CommandOutput
  private let world: World
  private let workspace: OpenWorkspace

  /// `sharing` also looks for states of other machines.
  init(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput, sharing: Bool = false
  ) throws(Failure) {
    var options = RunOptions()
    options.selection.all = true
    options.selection.allowsEmpty = true
    options.selection.platform = HostPlatform.name
    let session = try Session.open(world, global, options.selection)
    let outcome = try session.select(options.selection)
    var preparation = RunPreparation(asking: outcome, session, options)
    preparation.remote = try RemoteCache.open(in: session.workspace, session.world).cache
    plan = preparation.plan(preparation.request(), in: preparation.workspace())
    guard let states = try BuildStates.open(preparation, sharing: sharing ? plan.groups : []) else {
      throw Failure(
        code: "no-commit", message: "there is no commit yet, and a build state belongs to a commit",
        hints: ["commit first"])
    }
    self.states = states
    self.world = world
    self.console = console
    workspace = session.workspace
  }

  private var groups: [BuildGroup] { plan.groups }

  /// The keys of the states that missing scratch folders would be restored from.
  func current() -> Set<SHA256Digest> { Set(groups.compactMap { states.nearest(to: $0)?.key }) }

  func save() throws(Failure) -> StateScratchReport {
    let there = groups.filter(states.isThere)
    guard !there.isEmpty else {
      return report(groups.map { .init(path: $0.scratchFolder, outcome: .absent) })
    }
    world.progressLine.begin("Saving the build state")
    let absent = groups.filter { !states.isThere($0) }.map {
      StateScratchReport.Scratch(path: $0.scratchFolder, outcome: .absent)
    }
    do {
      let claim = try ScratchClaim.take(there, of: plan, telling: console)
      let inputs = try states.currentInputs()
      return report(absent + there.map { saved($0, inputs, under: claim) })
    } catch {
      return report(absent + there.map { .init(path: $0.scratchFolder, outcome: .failed(Warning(error))) })
    }
  }

  private func saved(
    _ group: BuildGroup, _ inputs: [StateInput], under claim: ScratchClaim
  ) -> StateScratchReport.Scratch {
    let start = world.now()
    do {
      let entry = try states.save(group, inputs, under: claim)
      return .init(
        path: group.scratchFolder, outcome: .saved(entry.summary, seconds: seconds(since: start)))
    } catch {
      return .init(path: group.scratchFolder, outcome: .failed(Warning(error)))
    }
  }

  /// Restores missing scratch folders. `replacing` also replaces existing folders for which a state fits. Others stay.
  func restore(replacing: Bool) -> StateScratchReport {
    world.progressLine.begin("Restoring the build state")
    let start = world.now()
    let wanted = groups.filter { replacing || !states.isThere($0) }
    let present = groups.filter { !wanted.contains($0) }
    do {
      let claim = try ScratchClaim.take(wanted, of: plan, telling: console)
      let restorations = states.restore(wanted, replacing: replacing, under: claim)
      let seconds = seconds(since: start)
      let others = counts(for: restorations)
      return report(
        present.map { .init(path: $0.scratchFolder, outcome: .present) }
          + restorations.map {
            .init(path: $0.group.scratchFolder, outcome: outcome($0, seconds, others))
          })
    } catch {
      return report(
        present.map { .init(path: $0.scratchFolder, outcome: .present) }
          + wanted.map { .init(path: $0.scratchFolder, outcome: .failed(Warning(error))) })
    }
  }

  private func outcome(
    _ restoration: BuildStates.Restoration, _ seconds: Double, _ others: [String: Int]
  ) -> StateScratchReport.Outcome {
    switch restoration.outcome {
    case .restored(let entry): .restored(entry.summary, seconds: seconds)
    case .alreadyThere: .present
    case .nothingFound: .nothingFits(others: others[restoration.group.scratchFolder] ?? 0)
    case .refused(let warning): .failed(warning)
    }
  }

  /// The number of states of each folder, where one does not fit: of other commits, toolchains or flags. The store reads
  /// every record for them, so it is asked once, and only when needed.
  private func counts(for restorations: [BuildStates.Restoration]) -> [String: Int] {
    let isNeeded = restorations.contains { if case .nothingFound = $0.outcome { true } else { false } }
    return isNeeded ? Dictionary(grouping: states.store.all(), by: \.summary.scratch).mapValues(\.count) : [:]
  }

  private func seconds(since start: Duration) -> Double { (world.now() - start).inSeconds }

  private func report(_ scratches: [StateScratchReport.Scratch]) -> StateScratchReport {
    StateScratchReport(
      scratches: scratches.sorted { $0.path < $1.path }, workspace: workspace.location.root,
      isShallow: workspace.repository.isShallow)
  }
}
