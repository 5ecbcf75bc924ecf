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
