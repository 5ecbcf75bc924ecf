import Base

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
