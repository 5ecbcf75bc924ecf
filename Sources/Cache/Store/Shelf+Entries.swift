import Digests
import Platform
import Support

extension Shelf {
  struct Entry: Sendable {
    let shard: String
    let name: String
    let kind: EntryName
    let status: FileStatus
  }

  static let shards = (0..<256).map { Text.hex(UInt8($0)) }

  /// All that lies in a shard. What cannot be looked at is left out and told.
  func entries(of shard: String) -> [Entry] {
    do throws(DiskError) {
      guard let folder = try folder.folder(shard, create: false) else { return [] }
      var entries: [Entry] = []
      for name in try folder.names() {
        guard let status = try folder.status(of: name) else { continue }
        entries.append(Entry(shard: shard, name: name, kind: EntryName(name), status: status))
      }
      return entries
    } catch {
      problems.note(error, whileWriting: false)
      return []
    }
  }

  /// Whether the entry is gone, by us or by another.
  func remove(_ entry: Entry) -> Bool { remove(entry.name, in: entry.shard) }

  func remove(_ name: SHA256Digest) -> Bool {
    let text = name.description
    return remove(text, in: String(text.prefix(2)))
  }

  private func remove(_ name: String, in shard: String) -> Bool {
    guard writes else { return false }
    do throws(DiskError) {
      guard let folder = try folder.folder(shard, create: false) else { return true }
      try folder.change(.remove(name))
      return true
    } catch {
      if error.kind == .missing { return true }
      problems.note(error, whileWriting: true)
      return false
    }
  }

  /// Looks at an entry's bytes; what cannot be read is told and counts as absent.
  func examine<Value>(_ entry: Entry, limit: Int, check: ([UInt8]) -> Value?) -> Finding<Value> {
    do throws(DiskError) {
      guard let shard = try folder.folder(entry.shard, create: false) else { return .absent }
      return try examine(entry.name, in: shard, limit: limit, check: check)
    } catch {
      problems.note(error, whileWriting: false)
      return .absent
    }
  }
}
