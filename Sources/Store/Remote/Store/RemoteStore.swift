package import Base

/// Blobs by their digest and records by a key, somewhere else. What is read was written by anybody: of blobs the digest is
/// held against the bytes by whoever asked for them, of records the seal.
package protocol RemoteStore: Sendable {
  /// nil when there is none.
  func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult?
  /// All blobs that it needs are there already.
  func setRecord(_ result: ActionResult, for key: SHA256Digest, in namespace: Namespace) throws(RemoteError)

  /// Those that have to be sent.
  func missing(_ blobs: [ContentDigest], in namespace: Namespace) throws(RemoteError) -> Set<ContentDigest>
  /// nil when it is not there.
  func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]?
  func write(_ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace) throws(RemoteError)

  /// Many short blobs at once, where the server can do that: those that are there.
  func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]]
  func writeShort(_ blobs: [ContentDigest: [UInt8]], in namespace: Namespace) throws(RemoteError)
  /// No more than so many bytes are short; 0: none are.
  var longestShort: Int { get }
  /// Whether the server wants what lies in a record as blobs, too.
  var wantsInlineBlobs: Bool { get }

  /// What it is and what it can do, in words, for people.
  func introduction(in namespace: Namespace) throws(RemoteError) -> String
  /// What its clock says, in seconds since 1970; nil when it does not tell.
  func clock(in namespace: Namespace) throws(RemoteError) -> Int?
}

extension RemoteStore {
  package var longestShort: Int { 0 }
  package var wantsInlineBlobs: Bool { false }
  package func clock(in _: Namespace) throws(RemoteError) -> Int? { nil }

  package func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]] {
    var found: [ContentDigest: [UInt8]] = [:]
    for blob in blobs { found[blob] = try read(blob, in: namespace) }
    return found
  }

  package func writeShort(
    _ blobs: [ContentDigest: [UInt8]], in namespace: Namespace
  ) throws(RemoteError) {
    for (blob, bytes) in blobs { try write(bytes, as: blob, in: namespace) }
  }
}

/// What every transport keeps to.
enum RemoteLimits {
  static let longestRecord = 16 << 20
}
