/// The sole right to the scratch folders of a plan, from before anything in them is looked at until all that depends on
/// them is done: held until the value's last copy goes.
package struct ScratchClaim: Sendable {
  private let locks: [ScratchLock]

  /// Makes the folder of all scratch folders, and waits for whoever uses one of them. Always in this order: of two runs
  /// each could hold what the other waits for. A run that is stopped meanwhile gets what it has, and builds nothing.
  package static func take(
    _ groups: [BuildGroup], in scratchRoot: String, _ locks: ScratchLocks
  ) throws(RunError) -> ScratchClaim {
    guard !groups.isEmpty else { return ScratchClaim(locks: []) }
    try ScratchRoot.prepare(scratchRoot)
    var held: [ScratchLock] = []
    do {
      for folder in groups.map(\.scratchFolder).sorted() { held.append(try locks.take(folder)) }
    } catch  where error.isStop {
      // Nothing will be built either.
      return ScratchClaim(locks: held)
    }
    try ScratchPlace.settle(in: scratchRoot, holding: Set(groups.map(\.scratchFolder)), locks)
    return ScratchClaim(locks: held)
  }
}
