/// Writes values so that no two sequences of them give the same bytes.
///
/// This and `ByteReader` lie on the hot paths of other targets, which specialise only what they can see: hence
/// `@inlinable`.
@usableFromInline package struct ByteWriter: Sendable {
  @usableFromInline var written: [UInt8] = []

  @inlinable package init() {}

  @inlinable package var bytes: [UInt8] { written }

  @inlinable package mutating func byte(_ value: UInt8) { written.append(value) }

  /// Seven bits a byte, the lowest first.
  @inlinable package mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      written.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    written.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A number that is not negative; one that is would not be read again.
  @inlinable package mutating func count(_ value: Int) { unsigned(UInt64(bitPattern: Int64(value))) }

  /// A number of either sign that is mostly near zero.
  @inlinable package mutating func signed(_ value: Int64) {
    unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// A number in as many bytes as its type has, the lowest first.
  @inlinable package mutating func fixed(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { written.append(contentsOf: $0) }
  }

  /// Bytes whose number the reader knows.
  @inlinable package mutating func raw(_ value: some Collection<UInt8>) { written.append(contentsOf: value) }

  /// Bytes after their number.
  @inlinable package mutating func data(_ value: some Collection<UInt8>) {
    count(value.count)
    raw(value)
  }

  /// Not for hot paths: it is twice as slow as one after the other.
  package mutating func values<each Value: ByteCodable>(_ value: repeat each Value) {
    repeat (each value).write(to: &self)
  }
}
