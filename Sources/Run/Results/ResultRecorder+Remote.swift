import Cache
import ContentKeys
import Names
import Remote

/// What other machines recorded is brought here before anything is looked up, so that whoever looks needs not know.
extension ResultRecorder {
  func bring(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = passes.remote else { return }
    let tests = tests.compactMap { recordedKey(of: $0) }.filter { passes.recorded($0.digest) == nil }
    let builds = builds.compactMap { recordedKey(of: $0) }.filter { passes.recorded($0.digest) == nil }
    let declaring = lookup.usesGates ? builds.map { PassStore.built(declaring: $0.declared) } : []
    remote.bring((tests + builds).map(\.digest) + declaring)
  }

  /// What was recorded here before there was a remote cache, or while it could not be reached.
  func sendKnown(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = passes.remote else { return }
    let keys = tests.compactMap { recordedKey(of: $0) }
    let built = builds.compactMap { recordedKey(of: $0) }
    remote.sendOnce(
      keys.map(\.digest) + built.flatMap { [$0.digest, PassStore.built(declaring: $0.declared)] })
  }
}
