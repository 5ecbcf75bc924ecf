import Support

extension SHA256Digest {
  package static let length = 32

  /// nil when there are not exactly 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.init(bytes: Array(bytes))
  }

  /// Reads 64 hexadecimal digits, lower case as digests are written everywhere.
  package init?(hex digits: some Collection<UInt8>) {
    guard let bytes = Text.bytes(hex: digits), !digits.contains(where: Self.isUpperCase) else { return nil }
    self.init(bytes: bytes[...])
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
