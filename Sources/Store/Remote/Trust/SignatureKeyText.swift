package import Base

/// Keys as one line of text that says whether the key is public or secret.
package enum SignatureKeyText {
  private static let secret = "ambit-secret-1:"
  private static let open = "ambit-public-1:"

  package static func text(of key: VerifyingKey) -> String { open + Base64.text(of: key.bytes) }

  package static func text(ofSeed seed: [UInt8]) -> String { secret + Base64.text(of: seed) }

  package static func verifyingKey(_ text: String) -> VerifyingKey? {
    bytes(text, after: open).flatMap { VerifyingKey(bytes: $0) }
  }

  package static func signingKey(_ text: String) -> SigningKey? {
    bytes(text, after: secret).flatMap { SigningKey(seed: $0) }
  }

  /// Parses `public key`, or `namespace=public key` for a key that counts in one namespace only.
  package static func trustedKey(_ text: String) -> RecordTrust.Key? {
    guard let equals = text.firstIndex(of: "="), !text.hasPrefix(open) else {
      return verifyingKey(text).map { RecordTrust.Key($0, for: nil) }
    }
    let name = String(text[..<equals])
    guard !name.isEmpty else { return nil }
    return verifyingKey(String(text[text.index(after: equals)...])).map {
      RecordTrust.Key($0, for: Namespace(name))
    }
  }

  package static func text(of key: RecordTrust.Key) -> String {
    (key.namespace.map { "\($0)=" } ?? "") + text(of: key.key)
  }

  private static func bytes(_ text: String, after mark: String) -> [UInt8]? {
    let text = text.filter { !$0.isWhitespace }
    return text.hasPrefix(mark) ? Base64.bytes(text.dropFirst(mark.count).utf8) : nil
  }
}
