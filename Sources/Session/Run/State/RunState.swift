import Arguments
import Base
import Graph
import Runner
import Store

/// Build state in the course of one run: restored before it, kept after it.
struct RunState {
  private let states: BuildStates

  /// nil where a run has none; one that builds nothing is to be over at once.
  static func open(
    _ plan: RunPlan, _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> RunState? {
    guard preparation.keepsState(of: plan, in: place) else { return nil }
    return try BuildStates.open(preparation, sharing: plan.groups).map { RunState(states: $0) }
  }

  /// What came of giving missing scratch folders back.
  struct Restored {
    /// The names of their groups.
    var groups: Set<String> = []
    var warnings: [Warning] = []
  }

  /// Gives missing scratch folders back, and says so.
  func restoreMissing(for plan: RunPlan, under claim: ScratchClaim, _ console: CommandOutput) -> Restored {
    var result = Restored()
    guard plan.groups.contains(where: { !states.isThere($0) }) else { return result }
    states.stages.begin("Restoring the build state")
    for restoration in states.restoreMissing(plan.groups, under: claim) {
      if let warning = restoration.warning { result.warnings.append(warning) }
      guard case .restored(let entry) = restoration.outcome else { continue }
      result.groups.insert(restoration.group.name)
      console.note(
        StyledText("building \(restoration.group.name) on from \(entry.summary.commit.prefix(8))", .dim))
    }
    // What got its time just now would seem to have been written while the run went on.
    if !result.groups.isEmpty { FileTime.awaitNextOnDisk() }
    return result
  }

  /// True when the run may save the first state of its commit.
  func isNew(_ plan: RunPlan) -> Bool { plan.groups.contains { states.state(of: $0) == nil } }

  /// The files as they are right before the run.
  func snapshot() -> InputSnapshot? { states.snapshot() }

  func save(
    _ plan: RunPlan, since inputs: InputSnapshot?, under claim: ScratchClaim, after report: RunReport
  ) -> [Warning] {
    let groups = plan.groups(builtIn: report)
    guard let inputs, !groups.isEmpty else { return [] }
    states.stages.begin("Keeping the build state")
    let warnings = states.save(groups, inputs, under: claim)
    // One word about a file that was edited during the run is enough.
    let said = Set(report.warnings.map(\.code))
    return warnings.filter { !said.contains($0.code) }
  }
}

extension RunPreparation {
  /// Whether scratch folders are restored before a run, and kept after it.
  func keepsState(of plan: RunPlan, in place: RevisionRun) -> Bool {
    !plan.groups.isEmpty && !options.noState && outcome.config.cache.state == .auto && !place.isCopy
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
