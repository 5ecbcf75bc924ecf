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
