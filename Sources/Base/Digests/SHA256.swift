private import CCrypto

package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `bytes` must be the thirty-two bytes of a digest.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// Computes SHA-256 over bytes that arrive in pieces.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // Only an allocation failure or a broken libcrypto gets here. No digest could be trusted then.
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

/// Keyed digests (RFC 2104) with SHA-256.
package enum HMAC {
  private static let block = 64

  package static func sha256(_ message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    var padded = key.count > block ? SHA256.digest(of: key).bytes : key
    padded += [UInt8](repeating: 0, count: block - padded.count)
    let inner = SHA256.digest(of: padded.map { $0 ^ 0x36 } + Array(message))
    return SHA256.digest(of: padded.map { $0 ^ 0x5C } + inner.bytes).bytes
  }
}

extension SHA256Digest: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.raw(bytes) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(bytes: Array(try reader.raw(Self.length)))
  }
}

extension SHA256Digest {
  package static let length = 32

  /// Returns nil when there are not exactly 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.init(bytes: Array(bytes))
  }

  /// Parses 64 hexadecimal digits in lower case, as digests are always written.
  package init?(hex digits: some Collection<UInt8>) {
    guard let bytes = Text.bytes(hex: digits), !digits.contains(where: \.isASCIIUppercase) else { return nil }
    self.init(bytes: bytes[...])
  }
}

/// The form of files that Ambit keeps: a mark of the form and its version, a digest, and the content. The digest covers
/// the mark, the key and the content.
///
/// The key is the name that the file is looked up by, where that matters. A file under the wrong name is detected like
/// a flipped bit. A file that is not exactly as written counts as missing.
package struct SealedForm: Sendable {
  private let mark: [UInt8]

  package init(mark: String) { self.mark = Array(mark.utf8) }

  /// `version` grows with every change to the meaning of the content.
  package init(_ name: String, version: Int) { self.init(mark: "\(name) \(version)\n") }

  package func seal(_ content: [UInt8], for key: SHA256Digest? = nil) -> [UInt8] {
    mark + digest(of: content[...], key).bytes + content
  }

  package func seal(_ value: some ByteCodable, for key: SHA256Digest? = nil) -> [UInt8] {
    seal(value.encoded, for: key)
  }

  /// Returns the content, or nil when the bytes were not sealed in this form.
  package func open(_ bytes: [UInt8]?, for key: SHA256Digest? = nil) -> ArraySlice<UInt8>? {
    guard let bytes, bytes.starts(with: mark) else { return nil }
    let rest = bytes[mark.count...]
    let content = rest.dropFirst(SHA256Digest.length)
    return digest(of: content, key) == SHA256Digest(bytes: rest.prefix(SHA256Digest.length)) ? content : nil
  }

  package func value<Value: ByteCodable>(
    _: Value.Type = Value.self, in bytes: [UInt8]?, for key: SHA256Digest? = nil
  ) -> Value? {
    open(bytes, for: key).flatMap { Value(decoding: $0) }
  }

  private func digest(of content: ArraySlice<UInt8>, _ key: SHA256Digest?) -> SHA256Digest {
    let hash = SHA256()
    hash.update(mark)
    if let key { hash.update(key.bytes) }
    hash.update(content)
    return hash.finish()
  }
}
