import Arguments
package import Base
import GitBridge
import Graph
package import Runner
package import Store
import SwiftSources

/// The build states of a workspace. It restores missing scratch folders from the nearest commit, and saves complete
/// ones.
package struct BuildStates {
  /// The number of commits that are searched for a state.
  static let furthestAncestor = 1_000

  package let store: BuildStateStore
  let lines: StateLines
  let repository: Repository
  /// The commit of HEAD. States are saved under it.
  let head: CommitID
  /// The commits whose states may serve.
  let ancestors: NearestCommits
  let files: StateFiles
  let scratchRoot: String
  let jobs: Int
  let stages: ProgressLine
  /// nil where only states of this machine count.
  let shared: SharedStates?
  let places: StatePlaces

  var root: String { repository.workingFolder }

  /// Returns the state from which a scratch folder would be restored.
  package func nearest(to group: BuildGroup) -> BuildStateEntry? {
    let line = lines.line(of: group)
    var found: BuildStateEntry?
    // Without readable history the nearest state is unknown, and no state is the safe answer.
    ancestors.visit { commit in
      found = store.find(line, commit: commit.description)
      return found != nil
    }
    return found
  }

  /// Returns true when there is a state, here or on other machines.
  func hasNearest(to group: BuildGroup) -> Bool {
    nearest(to: group) != nil
      || shared.flatMap { nearestElsewhere(lines.line(of: group), $0) { _ in false } } != nil
  }

  /// Fetches states that are nearer on other machines. A listed state may be gone; then the next nearest is tried, up
  /// to three times.
  func bringNearest(to groups: [BuildGroup]) {
    guard let shared else { return }
    var missed: Set<String> = []
    for _ in 0..<3 {
      let wanted = groups.compactMap { group -> (line: StateLine, commit: String)? in
        let line = lines.line(of: group)
        return nearestElsewhere(line, shared) { missed.contains("\($0) \(line.digest)") }.map { (line, $0) }
      }
      guard !wanted.isEmpty else { return }
      shared.bring(wanted)
      for state in wanted where store.find(state.line, commit: state.commit) == nil {
        missed.insert("\(state.commit) \(state.line.digest)")
      }
    }
  }

  /// Returns the commit of a state that is nearer than those of this machine.
  private func nearestElsewhere(
    _ line: StateLine, _ shared: SharedStates, without isMissed: (String) -> Bool
  ) -> String? {
    var nearest: String?
    ancestors.visit { commit in
      let name = commit.description
      if store.find(line, commit: name) != nil { return true }
      guard shared.has(line, commit: name), !isMissed(name) else { return false }
      nearest = name
      return true
    }
    return nearest
  }

  /// Returns the workspace path whose states are the nearest. If several are as near, it returns the latest.
  func nearestPlace(to groups: [BuildGroup]) -> String? {
    var found: String?
    let candidates = groups.flatMap { group in
      places.others(for: group).map { (place: $0, line: lines.line(of: group, at: $0)) }
    }
    guard !candidates.isEmpty else { return nil }
    let elsewhere = shared?.with(candidates.map(\.line))
    ancestors.visit { commit in
      let name = commit.description
      found =
        candidates.first {
          store.find($0.line, commit: name) != nil || elsewhere?.has($0.line, commit: name) ?? false
        }?.place
      return found != nil
    }
    return found
  }

  package func isThere(_ group: BuildGroup) -> Bool { LocalFiles.isThere(group.scratchFolder) }

  func state(of group: BuildGroup) -> BuildStateEntry? {
    store.find(lines.line(of: group), commit: head.description)
  }
}

extension BuildStates {
  /// nil where there is no cache, or no commit yet.
  ///
  /// `groups` are those whose states other machines are asked for.
  package static func open(
    _ preparation: RunPreparation, sharing groups: [BuildGroup] = []
  ) throws(Failure) -> BuildStates? {
    let workspace = try preparation.session.workspace.ofWorkingTree(preparation.world)
    guard let tree = workspace.head.tree as? WorkingTree, let head = workspace.head.commit,
      let store = preparation.store
    else { return nil }
    let world = preparation.world
    let lines = StateLines(
      workspace: workspace.location.root, swift: preparation.toolchain.swift,
      surroundings: KeyPreparation(preparation, tree).surroundings)
    return BuildStates(
      store: BuildStateStore(store, jobs: world.processors) { [remote = preparation.remote] result in
        remote?.believes(result) ?? !result.isFromElsewhere
      },
      lines: lines,
      repository: workspace.repository, head: head,
      ancestors: NearestCommits(workspace.repository, from: head, limit: furthestAncestor),
      files: StateFiles(
        tree: tree, location: workspace.location, graph: preparation.outcome.graph,
        config: preparation.outcome.config),
      scratchRoot: preparation.scratchRoot,
      jobs: world.processors, stages: world.progressLine,
      shared: groups.isEmpty
        ? nil
        : preparation.remote.map {
          SharedStates(remote: $0, store: store, lines: groups.map { lines.line(of: $0) })
        },
      places: StatePlaces(store: store, remote: preparation.remote, lines: lines))
  }
}

extension RunPreparation {
  /// The lookup of results reports a store that cannot be opened.
  fileprivate var store: LocalStore? {
    (try? LocalStore.open(for: outcome.config, head: head, world)) ?? nil
  }
}

extension BuildStates {
  /// Records the files as they are before a build.
  func snapshot() -> InputSnapshot? {
    (try? files.paths()).map { InputSnapshot.take(root: root, paths: $0, jobs: jobs) }
  }

  /// Records the files as they are, for scratch folders in which nothing builds.
  package func currentInputs() throws(Failure) -> [StateInput] {
    try InputSnapshot.take(root: root, paths: files.paths(), jobs: jobs).settled()
  }

  /// Saves the scratch folders of groups that were built completely, if they hold anything new.
  func save(_ groups: [BuildGroup], _ snapshot: InputSnapshot, under claim: ScratchClaim) -> [Warning] {
    for group in groups where state(of: group) != nil {
      shared?.sendOnce(lines.line(of: group), commit: head.description)
    }
    let wanted = groups.filter(isWorthSaving)
    guard !wanted.isEmpty else { return [] }
    do throws(Failure) {
      let inputs = try snapshot.settled()
      for group in wanted { try save(group, inputs, under: claim) }
      return []
    } catch {
      return [Warning(error, "the build state is not saved")]
    }
  }

  @discardableResult
  package func save(
    _ group: BuildGroup, _ inputs: [StateInput], under claim: ScratchClaim
  ) throws(Failure) -> BuildStateEntry {
    let line = lines.line(of: group)
    let entry = try store.save(group.scratchFolder, as: line, commit: head.description, inputs: inputs)
    shared?.send(line, commit: head.description)
    places.add(group)
    return entry
  }

  /// A state is saved once for each commit. It is saved again when more was built and nothing is edited.
  /// A state of edited files may start the next run, but must not replace the state of the commit.
  private func isWorthSaving(_ group: BuildGroup) -> Bool {
    // A folder with wrong outputs was removed.
    guard isThere(group) else { return false }
    guard let state = state(of: group) else { return true }
    return store.isOutgrown(state, by: group.scratchFolder) && isClean
  }

  private var isClean: Bool { (try? repository.changesInWorkingTree(since: head).isEmpty) ?? false }
}

// MARK: One run

extension BuildStates {
  /// The result of restoring scratch folders.
  struct Restored {
    /// The names of the restored groups.
    var groups: Set<String> = []
    var warnings: [Warning] = []
  }

  /// Restores missing scratch folders, and tells the user.
  func restoreMissing(for plan: RunPlan, under claim: ScratchClaim, _ console: CommandOutput) -> Restored {
    var result = Restored()
    guard plan.groups.contains(where: { !isThere($0) }) else { return result }
    stages.begin("Restoring the build state")
    for restoration in restore(plan.groups, under: claim) {
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
  func isNew(_ plan: RunPlan) -> Bool { plan.groups.contains { state(of: $0) == nil } }

  func save(
    _ plan: RunPlan, since inputs: InputSnapshot?, under claim: ScratchClaim, after report: RunReport
  ) -> [Warning] {
    let groups = plan.groups(builtIn: report)
    guard let inputs, !groups.isEmpty else { return [] }
    stages.begin("Saving the build state")
    let warnings = save(groups, inputs, under: claim)
    // One warning about a file that was edited during the run is enough.
    let said = Set(report.warnings.map(\.code))
    return warnings.filter { !said.contains($0.code) }
  }
}

extension RunPreparation {
  /// Returns nil for a run without build state. A run that builds nothing must end at once.
  func states(of plan: RunPlan, in place: RevisionRun) throws(Failure) -> BuildStates? {
    try keepsState(of: plan, in: place) ? BuildStates.open(self, sharing: plan.groups) : nil
  }

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

/// The paths at which a workspace was built with equal settings: worktrees of one clone, checkouts of a CI host.
struct StatePlaces {
  private static let places = RecordedList<String>(name: "ambit-state-places", most: 16)

  let store: LocalStore
  let remote: RemoteCache?
  let lines: StateLines

  /// Returns the other paths, the latest first.
  func others(for group: BuildGroup) -> [String] {
    let key = key(group)
    let records = [store.record(key)].compactMap(\.self) + (remote?.records([key])[key] ?? [])
    return Self.places.values(in: records, for: key).filter { $0 != lines.workspace }
  }

  /// Adds this path to the list, beside the paths of other machines.
  func add(_ group: BuildGroup) {
    let key = key(group)
    let isShared = remote?.hasSent(key) ?? true
    guard Self.places.values(in: store, for: key).first != lines.workspace || !isShared else { return }
    let record = Self.places.record(of: lines.workspace, before: others(for: group), for: key)
    guard store.setRecord(record, for: key) else { return }
    remote?.send([key])
  }

  private func key(_ group: BuildGroup) -> SHA256Digest { Self.places.key(lines.kin(of: group).digest) }
}
