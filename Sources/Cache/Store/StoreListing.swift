package import Digests

/// A record with the key that it lies under.
package struct StoredRecord: Sendable, Hashable {
  package let key: SHA256Digest
  package let result: ActionResult
}

extension LocalStore {
  /// Every record whose blobs are all there, in no order. Does not count as a use.
  package func allRecords() -> [StoredRecord] {
    Shelf.shards.flatMap { storedRecords(of: $0) }.filter { hasBlobs(of: $0.result, isUse: false) }
  }

  /// Takes a record out, and those of its blobs that no other record needs. False when it is still there.
  ///
  /// Whoever is about to record something that needs one of them finds it missing: a miss, no more.
  package func removeRecord(_ key: SHA256Digest) -> Bool {
    var needed: Set<ContentDigest> = []
    var own: Set<ContentDigest> = []
    for record in Shelf.shards.flatMap({ storedRecords(of: $0) }) {
      if record.key == key {
        own = Set(record.result.neededBlobs)
      } else {
        needed.formUnion(record.result.neededBlobs)
      }
    }
    guard records.remove(key) else { return false }
    for blob in own.subtracting(needed) { _ = blobs.remove(blob.hash) }
    return true
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
