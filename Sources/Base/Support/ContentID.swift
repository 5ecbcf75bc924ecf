/// An id of what a file or a folder holds: twenty bytes, equal for equal content. Git's object names are such ids, and
/// so are digests cut to their length. The id needs no heap memory, since a run has hundreds of thousands of them.
package struct ContentID: Sendable, Hashable, Comparable {
  package static let length = 20

  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Returns nil when there are not exactly 20 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self = Array(bytes).withUnsafeBytes { ContentID(in: $0, at: 0) }
  }

  /// Reads forty hexadecimal digits.
  package init?(hex: some StringProtocol) {
    guard let bytes = Text.bytes(hex: hex.utf8) else { return nil }
    self.init(bytes)
  }

  /// Reads the 20 bytes at `offset`, which must all be there.
  package init(in bytes: UnsafeRawBufferPointer, at offset: Int) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  /// Ids have the order of their bytes.
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
  /// The id as forty hexadecimal digits.
  package var description: String { bytes.map(Text.hex).joined() }
}
