import Arguments
import Base
import Graph
import Runner
import Store

/// The build state of one run. It is restored before the run and saved after it.
struct RunState {
  private let states: BuildStates

  /// nil for a run without build state. A run that builds nothing must end at once.
  static func open(
    _ plan: RunPlan, _ preparation: RunPreparation, _ place: RevisionRun
  ) throws(Failure) -> RunState? {
    guard preparation.keepsState(of: plan, in: place) else { return nil }
    return try BuildStates.open(preparation, sharing: plan.groups).map { RunState(states: $0) }
  }

  /// The result of restoring scratch folders.
  struct Restored {
    /// The names of the restored groups.
    var groups: Set<String> = []
    var warnings: [Warning] = []
  }

  /// Restores missing scratch folders, and tells the user.
  func restoreMissing(for plan: RunPlan, under claim: ScratchClaim, _ console: CommandOutput) -> Restored {
    var result = Restored()
    guard plan.groups.contains(where: { !states.isThere($0) }) else { return result }
    states.stages.begin("Restoring the build state")
    for restoration in states.restore(plan.groups, under: claim) {
      if let warning = restoration.warning { result.warnings.append(warning) }
      guard case .restored(let entry) = restoration.outcome else { continue }
      result.groups.insert(restoration.group.name)
      // On a terminal the line would stay after the run, and tells nothing then.
      guard console.isVerbose || !console.errors.live else { continue }
      console.note(
        StyledText(
          "building \(restoration.group.name) from the state of \(entry.summary.commit.prefix(8))", .dim))
    }
    // A file whose time was set just now would look written during the run.
    if !result.groups.isEmpty { FileTime.awaitNextOnDisk() }
    return result
  }

  /// True when the run may save the first state of its commit.
  func isNew(_ plan: RunPlan) -> Bool { plan.groups.contains { states.state(of: $0) == nil } }

  /// Records the files right before the run.
  func snapshot() -> InputSnapshot? { states.snapshot() }

  func save(
    _ plan: RunPlan, since inputs: InputSnapshot?, under claim: ScratchClaim, after report: RunReport
  ) -> [Warning] {
    let groups = plan.groups(builtIn: report)
    guard let inputs, !groups.isEmpty else { return [] }
    states.stages.begin("Saving the build state")
    let warnings = states.save(groups, inputs, under: claim)
    // One warning about a file that was edited during the run is enough.
    let said = Set(report.warnings.map(\.code))
    return warnings.filter { !said.contains($0.code) }
  }
}

extension RunPreparation {
  /// True when scratch folders are restored before a run and saved after it.
  func keepsState(of plan: RunPlan, in place: RevisionRun) -> Bool {
    !plan.groups.isEmpty && !options.noState && outcome.config.cache.state == .auto && !place.isCopy
  }
}

extension RunPlan {
  /// The groups that were built completely. Results of tests do not matter, since build outputs do not depend on them.
  func groups(builtIn report: RunReport) -> [BuildGroup] {
    // A user who stops a run wants it to end at once.
    guard report.outcome != .stopped else { return [] }
    let built = Set(report.packages.filter { $0.outcome == .built }.map(\.folder))
    return groups.filter { $0.packages.allSatisfy { built.contains($0.folder) } }
  }
}

/// Names the states that may replace one another.
/// A line holds all that decides the contents of a scratch folder, except the sources.
struct StateLines {
  /// A part of every line. Raise it when older versions of Ambit left folders that must not be used.
  private static let version = "4"

  let workspace: String
  /// The path of the `swift` in use. Build outputs contain paths of its libraries.
  let swift: String
  let surroundings: KeySurroundings

  func line(of group: BuildGroup) -> StateLine { line(of: group, at: workspace) }

  /// Returns the line of the group if the workspace lay at `place`.
  func line(of group: BuildGroup, at place: String) -> StateLine {
    StateLine(
      fields(of: group), workspace: place, scratch: place + group.scratchFolder.dropFirst(workspace.count))
  }

  /// Returns the part that lines share if they differ in nothing but their place.
  func kin(of group: BuildGroup) -> StateLine {
    StateLine(
      fields(of: group), workspace: "", scratch: String(group.scratchFolder.dropFirst(workspace.count)))
  }

  private func fields(of group: BuildGroup) -> [(name: String, value: String)] {
    var fields = [
      ("version", Self.version),
      ("swift", swift),
      ("toolchain", surroundings.toolchain),
      ("system", surroundings.host.system),
      ("system version", surroundings.host.version),
      ("libc", surroundings.host.libc),
      ("engine", surroundings.build.engine.rawValue),
      ("configuration", surroundings.build.configuration),
      // Other pins would make SwiftPM change checkouts, whose repositories are not part of a state.
      ("pins", group.pins?.text ?? ""),
    ]
    fields += surroundings.build.allArguments.map { ("argument", $0) }
    fields += surroundings.environment.sorted { $0.key < $1.key }.map { ("variable \($0.key)", $0.value) }
    return fields.map { (name: $0.0, value: $0.1) }
  }
}
