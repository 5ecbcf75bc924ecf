import Base

/// States of scratch folders, in the store of all results.
///
/// A state is one record, one manifest and some blobs, most of which it shares with the state before.
package struct BuildStateStore: Sendable {
  let store: LocalStore
  let jobs: Int
  /// Returns false for a record that must be ignored.
  let counts: @Sendable (ActionResult) -> Bool

  package init(
    _ store: LocalStore, jobs: Int, counts: @escaping @Sendable (ActionResult) -> Bool = { _ in true }
  ) {
    self.store = store
    self.jobs = jobs
    self.counts = counts
  }

  func record(_ key: SHA256Digest) -> ActionResult? { store.record(key).flatMap { counts($0) ? $0 : nil } }

  package func find(_ line: StateLine, commit: String) -> BuildStateEntry? {
    let key = line.key(commit: commit)
    guard let record = record(key).flatMap({ StateRecord($0) }), record.summary.line == line.digest,
      record.summary.commit == commit
    else { return nil }
    return BuildStateEntry(key: key, summary: record.summary)
  }

  /// Returns all states, the newest first.
  package func all() -> [BuildStateEntry] {
    let entries = store.allRecords().compactMap { stored in
      StateRecord(stored.result).map { BuildStateEntry(key: stored.key, summary: $0.summary) }
    }
    return entries.sorted {
      ($0.summary.saved, $0.key.description) > ($1.summary.saved, $1.key.description)
    }
  }

  /// Removes the records, and their blobs that no other record needs. Returns the entries whose records are gone.
  package func drop(_ entries: [BuildStateEntry]) -> [BuildStateEntry] {
    let removed = store.removeRecords(Set(entries.map(\.key)))
    return entries.filter { removed.contains($0.key) }
  }
}

/// A file in a scratch folder that names the state it was restored from or last saved as. The next save builds on that
/// state. The file is used for nothing else, and the state's blobs are looked up by content.
enum BaseMark {
  static let name = "ambit-state"

  static func read(in scratch: String) -> SHA256Digest? {
    LocalFiles.read("\(scratch)/\(name)").flatMap {
      SHA256Digest(hex: $0.prefix { $0 != UInt8(ascii: "\n") })
    }
  }

  static func bytes(_ key: SHA256Digest) -> [UInt8] { Array("\(key)\n".utf8) }

  /// Writes the mark. Without it the next save is a full one, which is no failure.
  static func write(_ key: SHA256Digest, in scratch: String) {
    LocalFiles.replace("\(scratch)/\(name)", with: bytes(key))
  }
}
