import Base

/// The entries that were removed from a store.
package struct PruneOutcome: Sendable, Hashable {
  package fileprivate(set) var removed = 0
  package fileprivate(set) var freedBytes = 0
  package fileprivate(set) var remainingBytes = 0

  package init() {}
}

// Pruning needs no lock. A reader that has an entry open keeps it. Other processes find the entry missing, and a record
// without its blobs does not count. Two processes that prune at once remove the same entries.

extension LocalStore {
  private static let maintenanceStamp = "maintained"

  /// Removes the entries unused for the longest time until at most `bytes` remain. Damaged entries go first. Files of
  /// writers that have stopped are always removed.
  package func prune(to bytes: Int) -> PruneOutcome { prune(to: bytes, ifAbove: bytes) }

  /// Removes everything, even files that other processes are about to publish.
  package func clear() -> PruneOutcome {
    var outcome = PruneOutcome()
    for candidate in candidates() { outcome.remove(candidate) }
    return outcome
  }

  /// Keeps the store below its limit, at the end of a run. It checks at most once an hour, or when this process has
  /// written much. Returns nil when it did not check.
  @discardableResult
  package func maintain() -> PruneOutcome? {
    guard !isReadOnly, isMaintenanceDue() else { return nil }
    // The target is well below the limit, so that not every run has to prune.
    return prune(to: limit / 5 * 4, ifAbove: limit)
  }

  private func isMaintenanceDue() -> Bool {
    do throws(DiskError) {
      let stamp = try parts.status(of: Self.maintenanceStamp)
      let isRecent = stamp.map { !clock.isFar($0.modified) } ?? false
      if isRecent, blobs.writtenBytes + records.writtenBytes < limit / 10 { return false }
      // The time is set before the work, so that other processes skip it.
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
        // The writer of a temporary file is about to publish it.
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

/// An entry that may be removed.
private struct Candidate {
  let shelf: Shelf
  let entry: Shelf.Entry

  var isTemporary: Bool {
    if case .temporary = entry.kind { true } else { false }
  }

  func isAbandoned(_ clock: StoreClock) -> Bool { isTemporary && clock.isFar(entry.status.modified) }

  /// A time in the future means that some clock was wrong. It must not keep the entry for ever.
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
  /// Removes an entry. One that cannot be removed still counts as remaining.
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

/// The clock, in seconds since 1970. Tests have their own.
struct StoreClock: Sendable {
  /// Two uses within an hour count as one. A temporary file older than an hour is never finished.
  static let hour = 3600

  let now: @Sendable () -> Int

  static let system = StoreClock { FileTime.now.seconds }

  /// Returns true when a moment is more than an hour away. Clocks jump, so the future counts like the past.
  func isFar(_ moment: Int) -> Bool { abs(now() - moment) > Self.hour }
}
