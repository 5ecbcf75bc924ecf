package import Base

/// How much lies in a store.
package struct StoreStatistics: Sendable, Hashable {
  package struct Tally: Sendable, Hashable {
    package private(set) var count = 0
    /// As disks count: small files take a block each.
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
  /// What writers have begun and not published.
  package internal(set) var temporaries = Tally()

  package init() {}

  package var bytes: Int { records.bytes + blobs.bytes + quarantined.bytes + temporaries.bytes }
}

extension FileStatus {
  private static let block = 4096

  /// What the file takes on a disk, near enough.
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
