import Platform

extension Shelf {
  enum Finding<Value> {
    case intact(Value, lastUse: Int)
    case absent, damaged
  }

  /// Reads an entry and moves it aside when it is not what it should be. Does not count as a use.
  func examine<Value>(
    _ name: String, in shard: any StoreFolder, limit: Int, check: ([UInt8]) -> Value?
  ) throws(DiskError) -> Finding<Value> {
    do throws(DiskError) {
      guard let file = try shard.read(name, limit: limit) else { return .absent }
      if let value = check(file.bytes) { return .intact(value, lastUse: file.modified) }
    } catch {
      // What is no file at all, or longer than it may be, is as damaged as wrong bytes.
      guard error.kind == .unexpected else { throw error }
    }
    quarantine(name, in: shard)
    return .damaged
  }

  /// Moves a damaged entry aside, the last one of each shard for whoever wants to know what befell it.
  private func quarantine(_ name: String, in shard: any StoreFolder) {
    problems.note(.damaged, name)
    guard writes else { return }
    let aside = EntryName.quarantined(name)
    if (try? shard.change(.rename(name, to: aside))) == nil { try? shard.change(.remove(name)) }
    for other in (try? shard.names()) ?? [] where other != aside {
      if case .quarantined = EntryName(other) { try? shard.change(.remove(other)) }
    }
  }
}
