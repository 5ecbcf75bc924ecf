import CGit2
import Platform
import Support

/// The cache as bytes: a mark with the format's version, the records sorted by path, a checksum.
///
/// The file lies in a cache folder, so that anything may have happened to it: bytes that are not exactly
/// what was written are an empty cache.
extension StatCache {
  private static let mark = Array("ambit-stat-2\n".utf8)

  package func encoded() -> [UInt8] {
    var bytes = Self.mark
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for (path, record) in records.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      append(UInt32(path.count))
      bytes += path
      append(record.stamp.size)
      append(record.stamp.modified.nanoseconds)
      append(record.stamp.changed.nanoseconds)
      append(record.stamp.inode)
      append(record.stamp.mode)
      bytes += record.content.bytes
    }
    return bytes + Self.checksum(of: bytes)
  }

  package init(decoding bytes: [UInt8]) {
    self.init(records: Self.decode(bytes) ?? [:])
  }

  private static func decode(_ bytes: [UInt8]) -> [[UInt8]: Record]? {
    let end = bytes.count - ObjectID.byteCount
    guard end >= mark.count, bytes.starts(with: mark),
      checksum(of: Array(bytes[..<end])) == Array(bytes[end...])
    else { return nil }
    var reader = Reader(bytes: bytes, at: mark.count, end: end)
    var records: [[UInt8]: Record] = [:]
    while reader.at < end {
      guard let count = reader.integer(UInt32.self), let path = reader.take(Int(count)),
        let record = reader.record()
      else { return nil }
      records[Array(path)] = record
    }
    return records
  }

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    var id = git_oid()
    // Cannot fail for a buffer in memory; were it to, no file would have this checksum.
    guard git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) == 0 else { return [] }
    return ObjectID(id).bytes
  }

  private struct Reader {
    let bytes: [UInt8]
    var at: Int
    let end: Int

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= end - at else { return nil }
      defer { at += count }
      return bytes[at..<(at + count)]
    }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
      take(Value.bitWidth / 8).map { slice in
        slice.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
      }
    }

    mutating func time() -> FileTime? {
      integer(Int64.self).map { FileTime(nanoseconds: $0) }
    }

    mutating func record() -> Record? {
      guard let size = integer(Int64.self), let modified = time(), let changed = time(),
        let inode = integer(UInt64.self), let mode = integer(UInt32.self),
        let id = take(ObjectID.byteCount)
      else { return nil }
      return Record(
        stamp: FileStamp(size: size, modified: modified, changed: changed, inode: inode, mode: mode),
        content: Array(id).withUnsafeBytes { ContentID(in: $0, at: 0) })
    }
  }
}
