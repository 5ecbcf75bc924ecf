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

  let remote: RemoteCache
  let store: LocalStore
  /// By the key of each line's list, the latest commit first; as they were before this run.
  private let known: [SHA256Digest: [String]]

  /// Asks about all lines at once.
  init(_ lines: [StateLine], _ remote: RemoteCache, _ store: LocalStore) {
    self.remote = remote
    self.store = store
    let keys = lines.map(Self.key)
    known = remote.records(keys).reduce(into: [:]) { known, found in
      var commits: [String] = []
      for commit in found.value.compactMap({ Self.list(in: $0, for: found.key) }).joined()
      where !commits.contains(commit) { commits.append(commit) }
      known[found.key] = commits
    }
  }

  func has(_ line: StateLine, commit: String) -> Bool { known[Self.key(line)]?.contains(commit) ?? false }

  /// Brings states into the local store, all that they need at once.
  func bring(_ states: [(line: StateLine, commit: String)]) {
    remote.bring(states.map { $0.line.key(commit: $0.commit) })
  }

  /// Sends a state that was just kept, and puts its commit first in the list.
  func send(_ line: StateLine, commit: String) {
    let key = Self.key(line)
    let commits = [commit] + (known[key] ?? []).filter { $0 != commit }.prefix(Self.most - 1)
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
