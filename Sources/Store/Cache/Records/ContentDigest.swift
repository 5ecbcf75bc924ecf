package import Base

/// The name of a blob: its SHA-256 and its length, as in the Remote Execution API.
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

  /// Returns true when `bytes` are the blob with this name.
  package func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count == size && SHA256.digest(of: bytes) == hash
  }
}

extension ContentDigest: CustomStringConvertible {
  package var description: String { "\(hash)/\(size)" }
}

extension ContentDigest {
  /// Parses a `Digest` message of the Remote Execution API.
  package init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var draft = DigestDraft()
    try draft.merge(bytes)
    guard let digest = try draft.digestIfGiven() else { throw ProtobufError(.badValue) }
    self = digest
  }
}

extension ProtobufWriter {
  package mutating func digest(_ number: Int, _ digest: ContentDigest) {
    message(number) { writer in
      writer.string(ActionResultField.Digest.hash, digest.hash.description)
      writer.integer(ActionResultField.Digest.size, Int64(digest.size))
    }
  }
}

/// A digest whose fields are read one by one.
struct DigestDraft {
  private var isGiven = false
  private var hash: ArraySlice<UInt8> = []
  private var size: Int64 = 0

  mutating func merge(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    typealias Field = ActionResultField.Digest
    isGiven = true
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (Field.hash, .bytes(let bytes)): hash = bytes
      case (Field.size, .varint(let value)): size = Int64(bitPattern: value)
      default: break
      }
    }
  }

  /// Returns nil when no digest was given. A digest of another function than SHA-256 is an error.
  func digestIfGiven() throws(ProtobufError) -> ContentDigest? {
    guard isGiven else { return nil }
    guard let hash = SHA256Digest(hex: hash), let size = Int(exactly: size), size >= 0 else {
      throw ProtobufError(.badValue)
    }
    return ContentDigest(hash: hash, size: size)
  }
}
