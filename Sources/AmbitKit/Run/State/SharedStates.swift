import BuildState
import Cache
import Digests
import Platform
import Remote
import Runner
import Support

/// The build states that other machines kept: for each line a list of commits that there is one of, so that the nearest is
/// found without asking for every ancestor.
struct SharedStates {
  private static let listName = "ambit-states"
  private static let form = SealedForm("ambit-states", version: 1)
  /// The latest commits of a line. What is further back is not near to anything that is built today.
  private static let most = 64

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

  /// Of all lines at once.
  private func commits(_ key: SHA256Digest) -> [String] {
    if let known = known.with({ $0 }) { return known[key] ?? [] }
    let found = remote.records(lines.map(Self.key)).reduce(into: [SHA256Digest: [String]]()) { known, found in
      var commits: [String] = []
      for commit in found.value.compactMap({ Self.list(in: $0, for: found.key) }).joined()
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
    let commits = [commit] + commits(key).filter { $0 != commit }.prefix(Self.most - 1)
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.listName, contents: Self.form.seal(commits, for: key))]
    guard store.setRecord(result, for: key) else { return }
    remote.send([line.key(commit: commit), key])
  }

  /// The same for one that was kept before there was a remote cache, or while it could not be reached.
  func sendOnce(_ line: StateLine, commit: String) {
    if !remote.hasSent(line.key(commit: commit)) { send(line, commit: commit) }
  }

  private static func key(_ line: StateLine) -> SHA256Digest {
    SHA256.digest(of: Array("ambit-states".utf8) + line.digest.bytes)
  }

  private static func list(in result: ActionResult, for key: SHA256Digest) -> [String]? {
    result.outputFiles.first { $0.path == listName }.flatMap { form.value(in: $0.contents, for: key) }
  }
}
