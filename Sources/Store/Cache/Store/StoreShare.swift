package import Base

extension LocalStore {
  /// Returns the size of the records under `keys` and of all blobs that they need, each counted once. Counting is no
  /// use, so it keeps nothing from being pruned.
  package func statistics(of keys: some Sequence<SHA256Digest>) -> StoreStatistics {
    var statistics = StoreStatistics()
    var needed: Set<SHA256Digest> = []
    for key in Set(keys) {
      guard let entry = records.entry(key),
        case .intact(let record, _) = records.examine(
          entry, limit: Self.longestRecord, check: { Self.decode($0, key) })
      else { continue }
      statistics.records.add(entry.status)
      needed.formUnion(record.neededBlobs.map(\.hash))
    }
    for blob in needed {
      if let entry = blobs.entry(blob) { statistics.blobs.add(entry.status) }
    }
    return statistics
  }
}

extension Shelf {
  fileprivate func entry(_ name: SHA256Digest) -> Entry? {
    let text = name.description
    do throws(DiskError) {
      guard let folder = try shard(of: text, create: false), let status = try folder.status(of: text) else {
        return nil
      }
      return Entry(shard: String(text.prefix(2)), name: text, kind: .entry(name), status: status)
    } catch {
      problems.note(error, whileWriting: false)
      return nil
    }
  }
}
