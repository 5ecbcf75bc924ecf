package import Base

/// The size of a store.
package struct StoreStatistics: Sendable, Hashable {
  package struct Tally: Sendable, Hashable {
    package private(set) var count = 0
    /// The space on the disk. Small files take a block each.
    package private(set) var bytes = 0

    package init() {}

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

/// A record with its key.
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
