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
  /// The undeclared reads of earlier runs. For a module with any, a pass without a record of its own reads does not count.
  let seen: Footprints
  let leftovers: Leftovers
  /// True when a pass counts that was never run under its key, since its product had passed.
  let usesGates: Bool
  /// Returns true when this machine could observe the tests of a module.
  let observes: @Sendable (ModuleID) -> Bool
  /// Observations of passes from other machines that are used here.
  let adopted = Guarded<[ModuleID: Observation]>([:])

  func report(of module: ModuleID, _ key: ModuleKey) -> ModuleReport? {
    guard let kept = passes.kept(under: key.digest), stands(kept, for: module) else { return nil }
    return kept.report(of: module, key: key.text, at: .key, fromElsewhere: isFromElsewhere(key.digest))
  }

  private func isFromElsewhere(_ key: SHA256Digest) -> Bool { passes.remote?.hasBrought(key) ?? false }

  private func stands(_ kept: KeptPass, for module: ModuleID) -> Bool {
    guard usesGates || !kept.isGated else { return false }
    guard let observation = kept.observation else {
      // Nobody knows what it looked at on a machine that is not this one.
      return seen[module].tests.isEmpty && !(kept.isFromElsewhere && observes(module))
    }
    guard observation.difference(upTo: .foreign, in: view) == nil, leftovers.met(by: observation) == nil
    else { return false }
    // Who did not watch it knows less than whoever did.
    if kept.extent == .partial, kept.isFromElsewhere, observes(module) { return false }
    if kept.extent != .whole, !observation.covers(seen[module].tests) { return false }
    if kept.isFromElsewhere { adopted.with { $0[module] = observation } }
    return true
  }
}
