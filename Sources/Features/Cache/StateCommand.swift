import Arguments
import Base
import Reports
import Session
import Store

/// `ambit cache state`: the build states of this machine, in any folder. Saving and restoring need a workspace.
struct StateCommand {
  let options: StateOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    switch options.task {
    case .list: return try list(world, global, console)
    case .drop(let chosen): return try drop(chosen, world, console)
    case .save:
      let report = try StateScratches(world, global, console).save()
      show(report, console)
      // A user who saves a state must learn that it was not saved.
      return report.warnings.isEmpty ? .success : .failed
    case .restore(let replacing):
      // A restored state only saves time. Without it the next build is right too.
      let scratches = try StateScratches(world, global, console, sharing: true)
      show(scratches.restore(replacing: replacing), console)
      return .success
    }
  }

  private func show(_ report: StateScratchReport, _ console: CommandOutput) {
    console.warn(report.warnings)
    console.answer(json: StateJSON.text(report), text: StateText.lines(report))
  }
}

// MARK: Listing and dropping

extension StateCommand {
  private func list(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let store = try StoreAccess.open(try StoreAccess.folder(world))
    let entries = store.map { BuildStateStore($0, jobs: world.processors).all() } ?? []
    let workspace = try workspace(world, global)
    let current =
      entries.contains { $0.summary.workspace == workspace } ? current(world, global, console) : []
    let report = StateListReport(
      entries.map { .init($0, isCurrent: current.contains($0.key)) }, workspace: workspace,
      bytes: store?.statistics(of: entries.map(\.key)).bytes ?? 0)
    console.warn(store?.problems ?? [])
    console.answer(
      json: StateJSON.text(report),
      text: StateText.lines(report, now: world.date(), width: console.output.width))
    return .success
  }

  /// Empty where a manifest cannot be evaluated: the list is useful without marks too.
  private func current(
    _ world: World, _ global: GlobalOptions, _ console: CommandOutput
  ) -> Set<SHA256Digest> {
    (try? StateScratches(world, global, console).current()) ?? []
  }

  /// Returns nil outside of every repository: the store exists there too.
  private func workspace(_ world: World, _ global: GlobalOptions) throws(Failure) -> String? {
    do throws(Failure) {
      return try WorkspaceLocation.find(world, global).root
    } catch {
      guard error.isOutsideRepository, global.workspaceFile == nil else { throw error }
      return nil
    }
  }

  private func drop(
    _ chosen: StateOptions.Chosen, _ world: World, _ console: CommandOutput
  ) throws(Failure) -> ExitCode {
    let store = try StoreAccess.openForRemoval(try StoreAccess.folder(world))
    let states = store.map { BuildStateStore($0, jobs: world.processors) }
    let unwanted = try StateChoice(states: states?.all() ?? []).states(chosen)
    let before = store?.statistics().bytes ?? 0
    let dropped = states?.drop(unwanted) ?? []
    let report = StateDropReport(
      dropped: dropped, kept: unwanted.filter { !dropped.contains($0) },
      freedBytes: max(0, before - (store?.statistics().bytes ?? 0)), warnings: store?.problems ?? [])
    console.warn(report.warnings)
    console.answer(json: StateJSON.text(report), text: StateText.lines(report))
    return report.kept.isEmpty ? .success : .failed
  }
}
