extension SHA256Digest {
  package static let length = 32

  /// nil when there are not exactly 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.init(bytes: Array(bytes))
  }

  /// Reads 64 hexadecimal digits, lower case as digests are written everywhere.
  package init?(hex digits: some Collection<UInt8>) {
    guard digits.count == 2 * Self.length else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    var high: UInt8?
    for digit in digits {
      guard let value = Self.value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.init(bytes: bytes)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
