/// A value with a compact binary form: every length is written before what it measures, so equal bytes
/// mean equal values.
protocol ByteCodable {
  func write(to writer: inout ByteWriter)
  init(from reader: inout ByteReader) throws(ByteReader.Damage)
}

struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Seven bits a byte, the lowest first.
  mutating func count(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

struct ByteReader {
  /// The bytes are not what a writer wrote.
  struct Damage: Error, Sendable {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(Damage) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Damage() }
    return byte
  }

  mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func count() throws(Damage) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte & 0x80 == 0 { return Int(Int64(bitPattern: value)) }
    }
    throw Damage()
  }

  mutating func value<Value: ByteCodable>(_ type: Value.Type = Value.self) throws(Damage) -> Value {
    try Value(from: &self)
  }
}

extension Int: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.count(self) }
  init(from reader: inout ByteReader) throws(ByteReader.Damage) { self = try reader.count() }
}

extension Bool: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.append(CollectionOfOne(self ? 1 : 0)) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let byte = try reader.byte()
    guard byte < 2 else { throw ByteReader.Damage() }
    self = byte == 1
  }
}

extension String: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.count(utf8.count)
    writer.append(utf8)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    guard let text = String(validating: try reader.take(try reader.count()), as: UTF8.self) else {
      throw ByteReader.Damage()
    }
    self = text
  }
}

extension Array: ByteCodable where Element: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.count(count)
    for element in self { element.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let count = try reader.count()
    guard count >= 0 else { throw ByteReader.Damage() }
    self = []
    for _ in 0..<count { append(try reader.value()) }
  }
}

extension Optional: ByteCodable where Wrapped: ByteCodable {
  func write(to writer: inout ByteWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = try reader.value(Bool.self) ? try reader.value(Wrapped.self) : nil
  }
}

extension Dictionary: ByteCodable where Key == String, Value == String {
  func write(to writer: inout ByteWriter) {
    writer.count(count)
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      key.write(to: &writer)
      value.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self = [:]
    for _ in 0..<Swift.max(0, try reader.count()) {
      let key = try reader.value(String.self)
      self[key] = try reader.value(String.self)
    }
  }
}

extension ByteCodable where Self: RawRepresentable, RawValue == String {
  func write(to writer: inout ByteWriter) { rawValue.write(to: &writer) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    guard let value = Self(rawValue: try reader.value()) else { throw ByteReader.Damage() }
    self = value
  }
}
