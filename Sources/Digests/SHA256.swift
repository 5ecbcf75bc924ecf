private import CCrypto

/// A SHA-256 digest.
package struct SHA256Digest: Hashable, Sendable, Codable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `bytes` are the thirty-two of a digest that was written down.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// SHA-256 over bytes that arrive in pieces.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // Only an allocation failure or a broken libcrypto gets here; no digest could be trusted.
      fatalError("libcrypto cannot start a SHA-256 digest")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  package func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if done == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  package func update(_ bytes: UnsafeRawBufferPointer) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      fatalError("libcrypto cannot update a SHA-256 digest")
    }
  }

  package consuming func finish() -> SHA256Digest {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
      fatalError("libcrypto cannot finish a SHA-256 digest")
    }
    return SHA256Digest(bytes: digest)
  }

  package static func digest(of bytes: some Collection<UInt8>) -> SHA256Digest {
    let hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
