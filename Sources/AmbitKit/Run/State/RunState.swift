import Arguments
import BuildState
import Reports
import Runner
import Support
import Terminal
import Workspace

/// Build state in the course of one run: restored before it, kept after it.
final class RunState {
  private let states: BuildStates
  private let console: CommandOutput
  private var inputs: InputSnapshot?

  private init(_ states: BuildStates, _ console: CommandOutput) {
    self.states = states
    self.console = console
  }

  /// nil where a run has none; one that builds nothing is to be over at once.
  static func open(
    _ plan: RunPlan, _ preparation: RunPreparation, _ place: RevisionRun, _ console: CommandOutput
  ) throws(Failure) -> RunState? {
    let options = preparation.options
    guard !plan.groups.isEmpty, !options.noState, preparation.outcome.config.cache.state == .auto,
      !place.isCopy
    else { return nil }
    return try BuildStates.open(preparation, console).map { RunState($0, console) }
  }

  /// Gives missing scratch folders back, and says so.
  func restoreMissing(for plan: inout RunPlan) -> [Warning] {
    guard plan.groups.contains(where: { !states.isThere($0) }) else { return [] }
    states.stages.begin("Restoring the build state")
    let restorations = states.restoreMissing(plan.groups)
    for restoration in restorations {
      guard case .restored(let entry) = restoration.outcome else { continue }
      for index in plan.groups.indices where plan.groups[index].name == restoration.group.name {
        plan.groups[index].isRestored = true
      }
      console.note(
        StyledText("building \(restoration.group.name) on from \(entry.summary.commit.prefix(8))", .dim))
    }
    return restorations.compactMap(\.warning)
  }

  /// To be called right before the run.
  func watchInputs() {
    inputs = states.snapshot()
  }

  func save(_ plan: RunPlan, after report: RunReport) -> [Warning] {
    let groups = plan.groups(builtIn: report)
    guard let inputs, !groups.isEmpty else { return [] }
    states.stages.begin("Keeping the build state")
    let warnings = states.save(groups, inputs)
    // One word about a file that was edited during the run is enough.
    let said = Set(report.warnings.map(\.code))
    return warnings.filter { !said.contains($0.code) }
  }
}

extension RunPlan {
  /// The groups of which all that was to be built was built. What tests then said is no matter: outputs do not depend
  /// on it.
  func groups(builtIn report: RunReport) -> [BuildGroup] {
    // Whoever stops a run wants it to be over.
    guard report.outcome != .stopped else { return [] }
    let built = Set(report.packages.filter { $0.outcome == .built }.map(\.folder))
    return groups.filter { $0.packages.allSatisfy { built.contains($0.folder) } }
  }
}
