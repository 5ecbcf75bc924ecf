import Digests
import Platform
import Support

/// The cache as bytes: the records sorted by path, sealed.
///
/// The file lies in a cache folder, so that anything may have happened to it: bytes that are not exactly
/// what was written are an empty cache.
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
