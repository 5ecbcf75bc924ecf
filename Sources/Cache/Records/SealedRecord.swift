import Digests

/// How a record lies on disk: a mark of the form, a digest over key and record, the record.
///
/// The digest covers the key, so that a record under another's name is found out as well as a flipped bit.
enum SealedRecord {
  private static let mark = Array("AMR1".utf8)
  private static let headLength = mark.count + SHA256Digest.length

  static func seal(_ record: [UInt8], for key: SHA256Digest) -> [UInt8] {
    mark + digest(of: record[...], key).bytes + record
  }

  /// The record, nil when the bytes are not as they were sealed.
  static func open(_ bytes: [UInt8], for key: SHA256Digest) -> [UInt8]? {
    guard bytes.count >= headLength, bytes.starts(with: mark) else { return nil }
    let record = bytes.dropFirst(headLength)
    guard bytes[mark.count..<headLength].elementsEqual(digest(of: record, key).bytes) else { return nil }
    return Array(record)
  }

  private static func digest(of record: ArraySlice<UInt8>, _ key: SHA256Digest) -> SHA256Digest {
    let hash = SHA256()
    hash.update(mark)
    hash.update(key.bytes)
    hash.update(record)
    return hash.finish()
  }
}
