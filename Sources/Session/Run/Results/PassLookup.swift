import Base
import Graph
import Runner
import Store

/// Finds a recorded pass of a test module before anything is built.
/// A pass counts if it has the module's key. Undeclared reads of its tests must be unchanged as well.
struct PassLookup {
  let passes: PassStore
  /// The files as they will be when the module is run.
  let view: any SeenView
  /// The undeclared reads of earlier runs. A pass that was not observed does not count for modules with such reads.
  let seen: SeenInputs
  /// True when a pass counts that only its product has, without a run under this key.
  let usesGates: Bool
  /// Returns true when this machine could observe the tests of a module.
  let observes: @Sendable (ModuleID) -> Bool
  /// Observations of passes from other machines that are used here.
  let adopted = Guarded<[ModuleID: Result<Observation, ObservationObstacle>]>([:])

  func report(of module: ModuleID, _ key: ModuleKey) -> ModuleReport? {
    guard let kept = passes.kept(under: key.digest), stands(kept, for: module) else { return nil }
    return kept.report(of: module, key: key.text, at: .key, fromElsewhere: isFromElsewhere(key.digest))
  }

  private func isFromElsewhere(_ key: SHA256Digest) -> Bool { passes.remote?.hasBrought(key) ?? false }

  private func stands(_ kept: KeptPass, for module: ModuleID) -> Bool {
    guard usesGates || !kept.isGated else { return false }
    guard let observation = kept.observation else {
      // This pass was not observed. From another machine, it may depend on files that nobody saw.
      return seen[module].isEmpty && !(kept.isFromElsewhere && observes(module))
    }
    guard observation.difference(upTo: .foreign, in: view) == nil else { return false }
    // A pass with fewer observed places than are known here does not count.
    if kept.isUndeclaredOnly, !observation.covers(seen[module]) { return false }
    if kept.isFromElsewhere { adopted.with { $0[module] = .success(observation) } }
    return true
  }
}
