private import CCrypto

/// Signs with Ed25519 (RFC 8032).
package struct SigningKey: Sendable {
  package static let length = 32
  private let seed: [UInt8]
  package let publicKey: VerifyingKey

  /// `seed` must be thirty-two secret bytes.
  package init?(seed: [UInt8]) {
    guard seed.count == Self.length,
      let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
    else { return nil }
    defer { EVP_PKEY_free(key) }
    var length = VerifyingKey.length
    var bytes = [UInt8](repeating: 0, count: length)
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &length) == 1, length == VerifyingKey.length else {
      return nil
    }
    self.seed = seed
    publicKey = VerifyingKey(checked: bytes)
  }

  /// Makes a new key. Returns nil when the system has no random bytes.
  package static func generate() -> (key: SigningKey, seed: [UInt8])? {
    var seed = [UInt8](repeating: 0, count: length)
    guard RAND_bytes(&seed, Int32(length)) == 1 else { return nil }
    return SigningKey(seed: seed).map { ($0, seed) }
  }

  /// Returns nil only when libcrypto fails.
  package func signature(of message: [UInt8]) -> [UInt8]? {
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else { return nil }
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var length = VerifyingKey.signatureLength
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { return nil }
    return signature
  }
}

/// The public half of a `SigningKey`.
package struct VerifyingKey: Sendable, Hashable {
  package static let length = 32
  package static let signatureLength = 64
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
    else { return nil }
    EVP_PKEY_free(key)
    self.bytes = bytes
  }

  fileprivate init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == Self.signatureLength,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
    else { return false }
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
