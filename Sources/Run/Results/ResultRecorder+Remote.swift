import Cache
import ContentKeys
import Names
import Remote

/// What other machines recorded is brought here before anything is looked up, so that whoever looks needs not know.
extension ResultRecorder {
  /// The latest of those that share a declared key are the likeliest to stand.
  private static let candidates = 3

  func bring(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = passes.remote else { return }
    let tests = tests.compactMap { recordedKey(of: $0) }.filter { passes.recorded($0.digest) == nil }
    let builds = builds.compactMap { recordedKey(of: $0) }.filter { passes.recorded($0.digest) == nil }
    let usesGates = lookup.usesGates
    let wanted =
      (tests + builds).map(\.digest)
      + (usesGates ? builds.map { PassStore.built(declaring: $0.declared) } : [])
    let lists =
      usesGates
      ? Dictionary(tests.map { (PassStore.key(.declared, $0.declared), $0.declared) }) { first, _ in first }
      : [:]
    let found = remote.bring(wanted, andAsk: Array(lists.keys))
    for (key, declared) in lists { passes.adopt(found[key] ?? [], .declared, declared) }
    let open = usesGates ? tests.filter { passes.recorded($0.digest) == nil } : []
    remote.bring(
      open.flatMap { key in
        passes.candidates(.declared, key.declared).filter { passes.recorded($0) == nil }.prefix(
          Self.candidates)
      })
  }

  /// What was recorded here before there was a remote cache, or while it could not be reached.
  func sendKnown(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = passes.remote else { return }
    let keys = tests.compactMap { recordedKey(of: $0) }
    let built = builds.compactMap { recordedKey(of: $0) }
    let lists = keys.map { PassStore.key(.declared, $0.declared) }
    let known =
      keys.map(\.digest) + lists + built.flatMap { [$0.digest, PassStore.built(declaring: $0.declared)] }
    remote.sendOnce(known)
  }
}
