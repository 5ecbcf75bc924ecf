/// A value with a compact binary form. Every length is written before the bytes that it measures, so equal bytes mean
/// equal values. No value has an empty form.
@usableFromInline package protocol ByteCodable {
  func write(to writer: inout ByteWriter)
  init(from reader: inout ByteReader) throws(ByteReader.Damage)
}

extension ByteCodable {
  @inlinable package var encoded: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Returns nil unless `bytes` are exactly the form that `encoded` gives, without a rest.
  @inlinable package init?(decoding bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard let value = try? Self(from: &reader), reader.isAtEnd else { return nil }
    self = value
  }
}

extension Int: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) { writer.signed(Int64(self)) }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = Int(truncatingIfNeeded: try reader.signed())
  }
}

extension Int64: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) { writer.signed(self) }
  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = try reader.signed()
  }
}

extension Bool: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) { writer.byte(self ? 1 : 0) }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let byte = try reader.byte()
    guard byte < 2 else { throw .invalid }
    self = byte == 1
  }
}

extension String: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) { writer.data(utf8) }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let bytes = try reader.data()
    // Most texts are ASCII, and the standard library's check has a high fixed cost.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid }
    self = text
  }
}

extension ByteCodable where Self: RawRepresentable, RawValue == String {
  @inlinable package func write(to writer: inout ByteWriter) { rawValue.write(to: &writer) }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    guard let value = Self(rawValue: try reader.value()) else { throw .invalid }
    self = value
  }
}

extension Optional: ByteCodable where Wrapped: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = try reader.value(Bool.self) ? try reader.value(Wrapped.self) : nil
  }
}

extension Array: ByteCodable where Element: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) {
    writer.count(count)
    for element in self { element.write(to: &writer) }
  }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let count = try reader.count(least: 1)
    self = []
    for _ in 0..<count { append(try reader.value()) }
  }
}

// Sets and dictionaries have no order of their own. They are written in the order of their elements or keys.

extension Set: ByteCodable where Element: ByteCodable & Comparable {
  @inlinable package func write(to writer: inout ByteWriter) { sorted().write(to: &writer) }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = Set(try reader.value([Element].self))
  }
}

extension Dictionary: ByteCodable where Key: ByteCodable & Comparable, Value: ByteCodable {
  @inlinable package func write(to writer: inout ByteWriter) {
    writer.count(count)
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      key.write(to: &writer)
      value.write(to: &writer)
    }
  }

  @inlinable package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let count = try reader.count(least: 2)
    self = [:]
    for _ in 0..<count {
      let key = try reader.value(Key.self)
      self[key] = try reader.value(Value.self)
    }
  }
}

extension RelativePath: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.data(bytes) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(unchecked: Array(try reader.data()))
  }
}

extension ContentID: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.raw(bytes) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = try reader.raw(Self.length).withUnsafeBytes { ContentID(in: $0, at: 0) }
  }
}

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

extension SHA256 {
  /// Returns the digest of several values. No two sequences of values have the same bytes.
  package static func digest<each Value: ByteCodable>(ofValues value: repeat each Value) -> SHA256Digest {
    var writer = ByteWriter()
    writer.values(repeat each value)
    return digest(of: writer.bytes)
  }
}
