import Base
import Store

/// The build states of other machines.
/// Each line of states has a list of commits, so that finding the nearest needs no request for each ancestor.
struct SharedStates {
  /// The latest commits of a line. Older states are too far from current builds to help.
  private static let commits = RecordedList(name: "ambit-states", most: 64)

  private let remote: RemoteCache
  private let store: LocalStore
  private let lines: [StateLine]
  /// The commits of each list, latest first. They are fetched when first needed.
  private let known = Guarded<[SHA256Digest: [String]]?>(nil)

  init(_ lines: [StateLine], _ remote: RemoteCache, _ store: LocalStore) {
    self.remote = remote
    self.store = store
    self.lines = lines
  }

  /// Returns the same for other lines.
  func with(_ lines: [StateLine]) -> SharedStates { SharedStates(lines, remote, store) }

  /// Fetches the lists of all lines at once.
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

  /// Fetches states into the local store, in one request.
  func bring(_ states: [(line: StateLine, commit: String)]) {
    remote.bring(states.map { $0.line.key(commit: $0.commit) })
  }

  /// Sends a state that was just saved, and puts its commit first in the list.
  func send(_ line: StateLine, commit: String) {
    let key = Self.key(line)
    let result = Self.commits.record(of: commit, before: commits(key), for: key)
    guard store.setRecord(result, for: key) else { return }
    remote.send([line.key(commit: commit), key])
  }

  /// Sends a state that was saved while there was no remote cache, or while it could not be reached.
  func sendOnce(_ line: StateLine, commit: String) {
    if !remote.hasSent(line.key(commit: commit)) { send(line, commit: commit) }
  }

  private static func key(_ line: StateLine) -> SHA256Digest { commits.key(line) }
}
