package import Digests

/// Names a blob: its SHA-256 and its length, as the Remote Execution API does.
package struct ContentDigest: Hashable, Sendable {
  package let hash: SHA256Digest
  package let size: Int

  package init(hash: SHA256Digest, size: Int) {
    self.hash = hash
    self.size = size
  }

  package init(of bytes: [UInt8]) {
    hash = SHA256.digest(of: bytes)
    size = bytes.count
  }

  /// Whether `bytes` are the blob of this name.
  package func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count == size && SHA256.digest(of: bytes) == hash
  }
}

extension ContentDigest: CustomStringConvertible {
  package var description: String { "\(hash)/\(size)" }
}
