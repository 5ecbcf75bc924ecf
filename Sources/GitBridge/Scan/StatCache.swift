import Base

/// The content of files by their `stat` facts, from earlier runs.
///
/// Ambit never refreshes Git's index. After a restore, a copy or a `touch` the index keeps old times, and every run
/// would hash those files again.
package struct StatCache: Sendable {
  struct Record: Hashable, Sendable {
    let stamp: FileStamp
    let content: ContentID
  }

  private(set) var records: [[UInt8]: Record]

  package init() {
    records = [:]
  }

  init(records: [[UInt8]: Record]) {
    self.records = records
  }

  package var isEmpty: Bool { records.isEmpty }

  func content(of path: ArraySlice<UInt8>, _ stamp: FileStamp) -> ContentID? {
    if records.isEmpty { return nil }
    guard let record = records[Array(path)], record.stamp == stamp else { return nil }
    return record.content
  }
}

extension StatCache {
  /// Returns the cache with further records, without those of files that are no longer there.
  func adding(_ more: [[UInt8]: Record], where isThere: ([UInt8]) -> Bool) -> StatCache {
    StatCache(records: records.filter { isThere($0.key) }.merging(more) { _, new in new })
  }

  /// The age limit for trusted files. A younger file could be written again within the same tick of the clock.
  static var youngestTrusted: FileTime {
    FileTime.now.earlier(milliseconds: 2000)
  }
}

extension FileStamp {
  init(_ facts: FileFacts) {
    self.init(
      size: Int64(facts.size), modified: facts.modified, changed: facts.changed, inode: facts.inode,
      mode: facts.mode)
  }

  func isOlder(than limit: FileTime) -> Bool { modified < limit && changed < limit }
}

/// The cache as bytes: the records sorted by path, sealed.
///
/// The file is in a cache folder, where anything may happen to it. Bytes that are not exactly what was written give an
/// empty cache.
extension StatCache {
  private static let form = SealedForm("ambit-stat", version: 3)

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    for (path, record) in records.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      writer.data(path)
      record.write(to: &writer)
    }
    return Self.form.seal(writer.bytes)
  }

  package init(decoding bytes: [UInt8]) {
    var reader = ByteReader(Self.form.open(bytes) ?? [])
    var records: [[UInt8]: Record] = [:]
    while !reader.isAtEnd {
      guard let path = try? reader.data(), let record = try? Record(from: &reader) else {
        records = [:]
        break
      }
      records[Array(path)] = record
    }
    self.init(records: records)
  }
}

extension StatCache.Record: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.signed(stamp.size)
    writer.fixed(stamp.modified.nanoseconds)
    writer.fixed(stamp.changed.nanoseconds)
    writer.unsigned(stamp.inode)
    writer.unsigned(UInt64(stamp.mode))
    content.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let size = try reader.signed()
    let modified = FileTime(nanoseconds: try reader.fixed())
    let changed = FileTime(nanoseconds: try reader.fixed())
    let inode = try reader.unsigned()
    guard let mode = UInt32(exactly: try reader.unsigned()) else { throw .invalid }
    self.init(
      stamp: FileStamp(size: size, modified: modified, changed: changed, inode: inode, mode: mode),
      content: try reader.value())
  }
}

/// The facts that `stat` gives about a file. While all are equal, the content is taken to be equal.
package struct FileStamp: Hashable, Sendable {
  let size: Int64
  let modified: FileTime
  let changed: FileTime
  let inode: UInt64
  let mode: UInt32
}

extension IndexEntry {
  /// Returns true when the file cannot have changed since the index recorded it.
  ///
  /// The check is stricter than Git's, which compares whole seconds by default. A file that fails is only hashed. A
  /// file as young as the index may have been written again after it was recorded, without a trace.
  func isProvenClean(_ facts: FileFacts, indexTime: FileTime) -> Bool {
    guard size == UInt32(truncatingIfNeeded: facts.size),
      inode == UInt32(truncatingIfNeeded: facts.inode),
      user == facts.user, group == facts.group
    else { return false }
    if modifyNanoseconds == 0 && changeNanoseconds == 0 {
      // A tool wrote the entry, or the file system keeps whole seconds.
      return modifySeconds == UInt32(truncatingIfNeeded: facts.modified.seconds)
        && changeSeconds == UInt32(truncatingIfNeeded: facts.changed.seconds)
        && facts.modified.seconds < indexTime.seconds
    }
    // Only numbers are compared, since this runs for every tracked file.
    return Self.nanoseconds(modifySeconds, modifyNanoseconds) == facts.modified.nanoseconds
      && Self.nanoseconds(changeSeconds, changeNanoseconds) == facts.changed.nanoseconds
      && facts.modified.nanoseconds < indexTime.earlier(milliseconds: 100).nanoseconds
  }

  /// Converts a time of the index. Times beyond 32 bits of seconds do not occur.
  private static func nanoseconds(_ seconds: UInt32, _ rest: UInt32) -> Int64 {
    Int64(seconds) * 1_000_000_000 + Int64(rest)
  }
}
