/// Writes values so that no two sequences of them give the same bytes.
///
/// This type and `ByteReader` are used in hot loops of other targets. The compiler specialises only code that it can
/// see there, so the methods are `@inlinable`.
@usableFromInline package struct ByteWriter: Sendable {
  @usableFromInline var written: [UInt8] = []

  @inlinable package init() {}

  @inlinable package var bytes: [UInt8] { written }

  @inlinable package mutating func byte(_ value: UInt8) { written.append(value) }

  /// Writes seven bits in each byte, the lowest first.
  @inlinable package mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      written.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    written.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a number that is not negative. A `ByteReader` refuses a negative one.
  @inlinable package mutating func count(_ value: Int) { unsigned(UInt64(bitPattern: Int64(value))) }

  /// Writes a number of either sign. Numbers near zero take one byte.
  @inlinable package mutating func signed(_ value: Int64) {
    unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Writes a number in as many bytes as its type has, the lowest first.
  @inlinable package mutating func fixed(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { written.append(contentsOf: $0) }
  }

  /// Writes bytes without their number, which the reader knows.
  @inlinable package mutating func raw(_ value: some Collection<UInt8>) { written.append(contentsOf: value) }

  /// Writes the number of bytes, then the bytes.
  @inlinable package mutating func data(_ value: some Collection<UInt8>) {
    count(value.count)
    raw(value)
  }

  /// Writes several values. Hot loops write them one after the other, which is twice as fast.
  package mutating func values<each Value: ByteCodable>(_ value: repeat each Value) {
    repeat (each value).write(to: &self)
  }
}
