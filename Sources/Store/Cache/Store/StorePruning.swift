import Base

/// What was taken out of a store.
package struct PruneOutcome: Sendable, Hashable {
  package fileprivate(set) var removed = 0
  package fileprivate(set) var freedBytes = 0
  package fileprivate(set) var remainingBytes = 0

  package init() {}
}

// Nothing here needs a lock. A reader that holds an entry open keeps it; to everybody else the entry is missing
// from one moment to the next, and a record without its blobs is no record. Two processes that prune at once take
// out the same entries.

extension LocalStore {
  private static let maintenanceStamp = "maintained"

  /// Takes out what was not used for the longest time until at most `bytes` remain. What no writer will finish
  /// goes in any case, what was moved aside goes first.
  package func prune(to bytes: Int) -> PruneOutcome { prune(to: bytes, ifAbove: bytes) }

  /// Takes everything out, also what other processes are about to publish.
  package func clear() -> PruneOutcome {
    var outcome = PruneOutcome()
    for candidate in candidates() { outcome.remove(candidate) }
    return outcome
  }

  /// To be called at the end of a run: keeps the store below its limit, and looks at most once an hour whether
  /// that takes anything, unless this process itself has written much. nil when it was not the time.
  @discardableResult
  package func maintain() -> PruneOutcome? {
    guard !isReadOnly, isMaintenanceDue() else { return nil }
    // Well below the limit, so that not every run has something to take out.
    return prune(to: limit / 5 * 4, ifAbove: limit)
  }

  private func isMaintenanceDue() -> Bool {
    do throws(DiskError) {
      let stamp = try parts.status(of: Self.maintenanceStamp)
      let isRecent = stamp.map { !clock.isFar($0.modified) } ?? false
      if isRecent, blobs.writtenBytes + records.writtenBytes < limit / 10 { return false }
      // Set before the work, not after it: others need not do it at the same time.
      if stamp == nil { try parts.write([], to: Self.maintenanceStamp, durably: true) }
      try parts.change(.touch(Self.maintenanceStamp, clock.now()))
      return true
    } catch {
      reports.note(error, whileWriting: true)
      return false
    }
  }

  private func prune(to target: Int, ifAbove limit: Int) -> PruneOutcome {
    var outcome = PruneOutcome()
    var kept: [Candidate] = []
    for candidate in candidates() {
      if candidate.isAbandoned(clock) {
        outcome.remove(candidate)
      } else {
        outcome.remainingBytes += candidate.entry.status.occupied
        // Its writer is about to publish it.
        if !candidate.isTemporary { kept.append(candidate) }
      }
    }
    guard outcome.remainingBytes > limit else { return outcome }
    kept.sort { $0.lastUse(clock) < $1.lastUse(clock) }
    for candidate in kept where outcome.remainingBytes > target {
      outcome.remainingBytes -= candidate.entry.status.occupied
      outcome.remove(candidate)
    }
    return outcome
  }

  private func candidates() -> [Candidate] {
    Shelf.shards.flatMap { shard in
      [blobs, records].flatMap { shelf in
        shelf.entries(of: shard).filter(\.isOurs).map { Candidate(shelf: shelf, entry: $0) }
      }
    }
  }
}

/// An entry that may be taken out.
private struct Candidate {
  let shelf: Shelf
  let entry: Shelf.Entry

  var isTemporary: Bool {
    if case .temporary = entry.kind { true } else { false }
  }

  func isAbandoned(_ clock: StoreClock) -> Bool { isTemporary && clock.isFar(entry.status.modified) }

  /// A time in the future says only that some clock was wrong: it shall not keep the entry for ever.
  func lastUse(_ clock: StoreClock) -> Int {
    if case .quarantined = entry.kind { return .min }
    return entry.status.modified > clock.now() + StoreClock.hour ? 0 : entry.status.modified
  }
}

extension Shelf.Entry {
  fileprivate var isOurs: Bool {
    if case .foreign = kind { false } else { true }
  }
}

extension PruneOutcome {
  /// What cannot be taken out stays, and counts as staying.
  fileprivate mutating func remove(_ candidate: Candidate) {
    let bytes = candidate.entry.status.occupied
    if candidate.shelf.remove(candidate.entry) {
      removed += 1
      freedBytes += bytes
    } else {
      remainingBytes += bytes
    }
  }
}

/// Seconds since 1970, as the system or a test sees them.
struct StoreClock: Sendable {
  /// Uses closer together than this are one; files that are not finished after it never will be.
  static let hour = 3600

  let now: @Sendable () -> Int

  static let system = StoreClock { FileTime.now.seconds }

  /// Whether a moment lies more than an hour away. Clocks jump: the future is as far as the past.
  func isFar(_ moment: Int) -> Bool { abs(now() - moment) > Self.hour }
}
