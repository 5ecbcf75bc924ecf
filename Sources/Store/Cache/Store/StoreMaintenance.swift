package import Base

package struct StoreStatistics: Sendable, Hashable {
  package struct Tally: Sendable, Hashable {
    package private(set) var count = 0
    /// The space on the disk. Small files take a block each.
    package private(set) var bytes = 0

    mutating func add(_ status: FileStatus) {
      count += 1
      bytes += status.occupied
    }
  }

  package internal(set) var records = Tally()
  package internal(set) var blobs = Tally()
  /// Damaged entries that were moved aside.
  package internal(set) var quarantined = Tally()
  /// Files that writers have begun and not published.
  package internal(set) var temporaries = Tally()

  package init() {}

  package var bytes: Int { records.bytes + blobs.bytes + quarantined.bytes + temporaries.bytes }
}

extension FileStatus {
  private static let block = 4096

  /// The approximate space of the file on a disk.
  var occupied: Int { (size + Self.block - 1) / Self.block * Self.block }
}

extension LocalStore {
  package func statistics() -> StoreStatistics {
    var statistics = StoreStatistics()
    for shard in Shelf.shards {
      for entry in blobs.entries(of: shard) { statistics.add(entry, to: \.blobs) }
      for entry in records.entries(of: shard) { statistics.add(entry, to: \.records) }
    }
    return statistics
  }
}

extension StoreStatistics {
  fileprivate mutating func add(_ entry: Shelf.Entry, to kind: WritableKeyPath<StoreStatistics, Tally>) {
    switch entry.kind {
    case .entry: self[keyPath: kind].add(entry.status)
    case .quarantined: quarantined.add(entry.status)
    case .temporary: temporaries.add(entry.status)
    case .foreign: break
    }
  }
}

package struct StoredRecord: Sendable, Hashable {
  package let key: SHA256Digest
  package let result: ActionResult
}

extension LocalStore {
  /// Returns every record whose blobs all exist, in no order. This does not count as a use.
  package func allRecords() -> [StoredRecord] {
    Shelf.shards.flatMap { storedRecords(of: $0) }.filter { hasBlobs(of: $0.result, isUse: false) }
  }

  /// Removes records, and their blobs that no other record needs. Returns the keys whose records are gone.
  ///
  /// Another process may be about to record a result that needs such a blob. Its record then counts as missing, which
  /// is safe.
  package func removeRecords(_ keys: Set<SHA256Digest>) -> Set<SHA256Digest> {
    guard !keys.isEmpty else { return [] }
    var needed: Set<ContentDigest> = []
    var own: [SHA256Digest: [ContentDigest]] = [:]
    for record in Shelf.shards.flatMap({ storedRecords(of: $0) }) {
      if keys.contains(record.key) {
        own[record.key] = record.result.neededBlobs
      } else {
        needed.formUnion(record.result.neededBlobs)
      }
    }
    let removed = keys.filter { records.remove($0) }
    for key in keys.subtracting(removed) { needed.formUnion(own[key] ?? []) }
    let freed = Set(removed.flatMap { own[$0] ?? [] }).subtracting(needed)
    for blob in freed { _ = blobs.remove(blob.hash) }
    return removed
  }

  private func storedRecords(of shard: String) -> [StoredRecord] {
    records.entries(of: shard).compactMap { entry in
      guard case .entry(let key) = entry.kind,
        case .intact(let result, _) = records.examine(
          entry, limit: Self.longestRecord, check: { Self.decode($0, key) })
      else { return nil }
      return StoredRecord(key: key, result: result)
    }
  }
}

/// The result of reading every byte of a store.
package struct StoreVerification: Sendable, Hashable {
  package fileprivate(set) var blobs = 0
  package fileprivate(set) var records = 0
  /// Damaged entries as `cas/<digest>` and `ac/<key>`, sorted. They were moved aside, unless the store is read-only.
  package fileprivate(set) var damaged: [String] = []
  /// Intact records that need a missing blob. They count as missing, which is safe.
  package fileprivate(set) var incompleteRecords = 0

  package init() {}
}

extension LocalStore {
  /// Reads and checks everything, on at most `jobs` threads.
  package func verify(jobs: Int) -> StoreVerification {
    // Blobs come first, so that a record that needs a damaged blob counts as incomplete.
    let blobs = concurrentMap(Shelf.shards, jobs: jobs) { self.verifyBlobs(of: $0) }
    let records = concurrentMap(Shelf.shards, jobs: jobs) { self.verifyRecords(of: $0) }
    return (blobs + records).reduce(into: StoreVerification()) { $0.add($1) }
  }

  private func verifyBlobs(of shard: String) -> StoreVerification {
    var result = StoreVerification()
    for entry in blobs.entries(of: shard) {
      guard case .entry(let hash) = entry.kind else { continue }
      let digest = ContentDigest(hash: hash, size: min(entry.status.size, Self.longestBlob))
      switch blobs.examine(entry, limit: digest.size, check: { digest.matches($0) ? true : nil }) {
      case .intact: result.blobs += 1
      case .damaged: result.damaged.append("cas/\(hash)")
      case .absent: break
      }
    }
    return result
  }

  private func verifyRecords(of shard: String) -> StoreVerification {
    var result = StoreVerification()
    for entry in records.entries(of: shard) {
      guard case .entry(let key) = entry.kind else { continue }
      switch records.examine(entry, limit: Self.longestRecord, check: { Self.decode($0, key) }) {
      case .intact(let record, _):
        result.records += 1
        if !hasBlobs(of: record, isUse: false) { result.incompleteRecords += 1 }
      case .damaged: result.damaged.append("ac/\(key)")
      case .absent: break
      }
    }
    return result
  }
}

extension StoreVerification {
  fileprivate mutating func add(_ other: StoreVerification) {
    blobs += other.blobs
    records += other.records
    damaged += other.damaged
    incompleteRecords += other.incompleteRecords
  }
}

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
