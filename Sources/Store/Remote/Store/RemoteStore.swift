package import Base

/// Blobs by their digest and records by a key, on another machine. Anybody may have written them. The caller compares
/// blobs with their digests and records with their seals.
package protocol RemoteStore: Sendable {
  /// Returns nil when there is no record.
  func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult?
  /// Writes a record. The server must have all blobs that it needs.
  func setRecord(_ result: ActionResult, for key: SHA256Digest, in namespace: Namespace) throws(RemoteError)

  /// Returns the blobs that the server lacks.
  func missing(_ blobs: [ContentDigest], in namespace: Namespace) throws(RemoteError) -> Set<ContentDigest>
  /// Returns nil when the server does not have the blob.
  func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]?
  func write(_ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace) throws(RemoteError)

  /// Reads many short blobs at once, where the server can. Returns the blobs that it has.
  func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]]
  func writeShort(_ blobs: [ContentDigest: [UInt8]], in namespace: Namespace) throws(RemoteError)
  /// The length of the longest short blob, or 0 when none counts as short.
  var longestShort: Int { get }
  /// True when the server wants the contents inside a record as blobs, too.
  var wantsInlineBlobs: Bool { get }

  /// Returns a description of the server for people.
  func introduction(in namespace: Namespace) throws(RemoteError) -> String
  /// Returns the server's time in seconds since 1970, or nil when it does not tell.
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

/// Limits for every transport.
enum RemoteLimits {
  static let longestRecord = 16 << 20
}
