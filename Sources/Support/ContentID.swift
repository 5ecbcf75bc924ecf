/// Names what a file or a folder holds: twenty bytes, equal for equal content. Git's object names are
/// such ids, and so are digests cut to their length. Kept out of the heap: there are hundreds of thousands.
package struct ContentID: Sendable, Hashable, Comparable {
  package static let length = 20

  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// nil when there are not exactly 20 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self = Array(bytes).withUnsafeBytes { ContentID(in: $0, at: 0) }
  }

  /// Reads forty hexadecimal digits.
  package init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count == 2 * Self.length else { return nil }
    var bytes: [UInt8] = []
    for pair in stride(from: 0, to: digits.count, by: 2) {
      guard let left = Self.value(of: digits[pair]), let right = Self.value(of: digits[pair + 1]) else {
        return nil
      }
      bytes.append(left << 4 | right)
    }
    self = bytes.withUnsafeBytes { ContentID(in: $0, at: 0) }
  }

  /// Reads the 20 bytes at `offset`, which must all be there.
  package init(in bytes: UnsafeRawBufferPointer, at offset: Int) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// In the order of the bytes.
  package static func < (left: ContentID, right: ContentID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: high.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: middle.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: low.bigEndian) { bytes.append(contentsOf: $0) }
  }

  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Self.length)
    append(to: &result)
    return result
  }
}

extension ContentID: CustomStringConvertible {
  /// Forty hexadecimal digits.
  package var description: String { bytes.map(Text.hex).joined() }
}
