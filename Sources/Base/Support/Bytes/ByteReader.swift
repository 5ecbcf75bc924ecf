/// Reads the bytes that a `ByteWriter` wrote. The bytes may come from anybody. Every read ends with a value or an
/// error, and never allocates more memory than there are bytes.
@usableFromInline package struct ByteReader: Sendable {
  /// The reason why bytes are not a writer's.
  @usableFromInline package enum Damage: Error, Sendable {
    case truncated, invalid
  }

  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var at: Int
  @usableFromInline let end: Int

  @inlinable package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
    end = bytes.endIndex
  }

  @inlinable package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  @inlinable package var isAtEnd: Bool { at == end }

  @inlinable package mutating func byte() throws(Damage) -> UInt8 {
    guard at < end else { throw .truncated }
    defer { at += 1 }
    return bytes[at]
  }

  /// Reads a number. A `ByteWriter` writes the shortest form; other writers may use a `padded` one.
  @inlinable package mutating func unsigned(padded: Bool = false) throws(Damage) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      // The tenth byte has room for one bit.
      if shift == 63, byte > 1 { throw .invalid }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 || padded else { throw .invalid }
        return result
      }
    }
    throw .invalid
  }

  /// Reads a number that is not negative.
  @inlinable package mutating func count() throws(Damage) -> Int {
    guard let count = Int(exactly: try unsigned()) else { throw .invalid }
    return count
  }

  /// Reads the length of a list whose elements take at least `least` bytes each.
  @inlinable package mutating func count(least: Int) throws(Damage) -> Int {
    let count = try count()
    guard count <= (end - at) / least else { throw .truncated }
    return count
  }

  @inlinable package mutating func signed() throws(Damage) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  @inlinable package mutating func fixed<Value: FixedWidthInteger>(
    _: Value.Type = Value.self
  ) throws(Damage) -> Value {
    let bytes = try raw(Value.bitWidth / 8)
    return Value(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) })
  }

  @inlinable package mutating func raw(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count <= end - at else { throw .truncated }
    defer { at += count }
    return bytes[at..<at + count]
  }

  @inlinable package mutating func data() throws(Damage) -> ArraySlice<UInt8> { try raw(try count()) }

  @inlinable package mutating func value<Value: ByteCodable>(
    _: Value.Type = Value.self
  ) throws(Damage) -> Value {
    try Value(from: &self)
  }
}
