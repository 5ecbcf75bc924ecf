import Base
import GitBridge
import Graph
package import Runner
package import Store

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
