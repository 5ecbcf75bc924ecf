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
