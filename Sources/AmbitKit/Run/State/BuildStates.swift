import BuildState
import Cache
import ContentKeys
import GitBridge
import ModuleGraph
import Platform
import Reports
import Runner
import Support

/// The build states of a workspace: gives scratch folders that are missing back as they were at the nearest commit,
/// and keeps those in which all was built.
struct BuildStates {
  /// How far back a state is looked for.
  static let furthestAncestor = 1_000

  let store: BuildStateStore
  let lines: StateLines
  let repository: Repository
  /// What HEAD names; states are kept under it.
  let head: CommitID
  let files: StateFiles
  let scratchRoot: String
  let jobs: Int
  let stages: ProgressLine
  /// nil: those of this machine are all there are.
  let shared: SharedStates?

  var root: String { repository.workingFolder }

  /// The state that a scratch folder would be restored from.
  func nearest(to group: BuildGroup) -> BuildStateEntry? {
    let line = lines.line(of: group)
    var found: BuildStateEntry?
    // Where history cannot be read the nearest is not known, and none is the safe answer.
    _ = try? repository.nearestAncestor(of: head, limit: Self.furthestAncestor) { commit in
      found = store.find(line, commit: commit.description)
      return found != nil
    }
    return found
  }

  /// Brings the states of groups here that are nearer elsewhere. What a list names may be gone: then the next nearest is asked
  /// for, a few times.
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

  /// The commit of a state that is nearer than those of this machine.
  private func nearestElsewhere(
    _ line: StateLine, _ shared: SharedStates, without isMissed: (String) -> Bool
  ) -> String? {
    var nearest: String?
    _ = try? repository.nearestAncestor(of: head, limit: Self.furthestAncestor) { commit in
      let name = commit.description
      if store.find(line, commit: name) != nil { return true }
      guard shared.has(line, commit: name), !isMissed(name) else { return false }
      nearest = name
      return true
    }
    return nearest
  }

  func isThere(_ group: BuildGroup) -> Bool { LocalFiles.isThere(group.scratchFolder) }

  func state(of group: BuildGroup) -> BuildStateEntry? {
    store.find(lines.line(of: group), commit: head.description)
  }
}
