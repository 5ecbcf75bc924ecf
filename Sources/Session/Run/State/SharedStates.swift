import Base
import Store

/// The build states that other machines kept: for each line a list of commits that there is one of, so that the nearest is
/// found without asking for every ancestor.
struct SharedStates {
  /// The latest commits of a line. What is further back is not near to anything that is built today.
  private static let commits = RecordedList(name: "ambit-states", most: 64)

  private let remote: RemoteCache
  private let store: LocalStore
  private let lines: [StateLine]
  /// By the key of each line's list, the latest commit first; asked for when it is wanted first.
  private let known = Guarded<[SHA256Digest: [String]]?>(nil)

  init(_ lines: [StateLine], _ remote: RemoteCache, _ store: LocalStore) {
    self.remote = remote
    self.store = store
    self.lines = lines
  }

  /// The same of other lines.
  func with(_ lines: [StateLine]) -> SharedStates { SharedStates(lines, remote, store) }

  /// Of all lines at once.
  private func commits(_ key: SHA256Digest) -> [String] {
    if let known = known.with({ $0 }) { return known[key] ?? [] }
    let found = remote.records(lines.map(Self.key)).reduce(into: [SHA256Digest: [String]]()) { known, found in
      var commits: [String] = []
      for commit in found.value.flatMap({ Self.commits.values(in: $0, for: found.key) })
      where !commits.contains(commit) { commits.append(commit) }
      known[found.key] = commits
    }
    known.with { $0 = found }
    return found[key] ?? []
  }

  func has(_ line: StateLine, commit: String) -> Bool { commits(Self.key(line)).contains(commit) }

  /// Brings states into the local store, all that they need at once.
  func bring(_ states: [(line: StateLine, commit: String)]) {
    remote.bring(states.map { $0.line.key(commit: $0.commit) })
  }

  /// Sends a state that was just kept, and puts its commit first in the list.
  func send(_ line: StateLine, commit: String) {
    let key = Self.key(line)
    let result = Self.commits.record(of: commit, before: commits(key), for: key)
    guard store.setRecord(result, for: key) else { return }
    remote.send([line.key(commit: commit), key])
  }

  /// The same for one that was kept before there was a remote cache, or while it could not be reached.
  func sendOnce(_ line: StateLine, commit: String) {
    if !remote.hasSent(line.key(commit: commit)) { send(line, commit: commit) }
  }

  private static func key(_ line: StateLine) -> SHA256Digest { commits.key(line) }
}
