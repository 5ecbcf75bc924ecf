import ContentKeys
import Digests
import Names
import Observations
import Remote
import Runner

/// Looks for what stands for running a test module before anything is built: by its whole key, and by what it was seen to
/// look at.
struct PassLookup {
  let passes: PassStore
  /// The files as they will be when the module is run.
  let view: any SeenView
  /// What earlier runs saw that no key holds: a pass of which nobody knows what it looked at does not count there.
  let seen: SeenInputs
  let usesGates: Bool

  func report(of module: ModuleID, _ key: ModuleKey) -> ModuleReport? {
    if let kept = passes.kept(under: key.digest), stands(kept, for: module, upTo: .foreign) {
      return kept.report(of: module, key: key.text, at: .key, fromElsewhere: isFromElsewhere(key.digest))
    }
    guard usesGates else { return nil }
    for candidate in passes.candidates(.declared, key.declared) where candidate != key.digest {
      guard let kept = passes.kept(under: candidate), kept.observation != nil,
        stands(kept, for: module, upTo: .unowned)
      else { continue }
      return kept.report(
        of: module, key: key.text, at: .observed, fromElsewhere: isFromElsewhere(candidate))
    }
    return nil
  }

  private func isFromElsewhere(_ key: SHA256Digest) -> Bool { passes.remote?.hasBrought(key) ?? false }

  private func stands(_ kept: KeptPass, for module: ModuleID, upTo cover: Cover) -> Bool {
    guard let observation = kept.observation else { return seen[module].isEmpty }
    return observation.difference(upTo: cover, in: view) == nil
  }
}
