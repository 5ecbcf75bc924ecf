import Base

/// Reads the fields of one message in their order.
///
/// The bytes may come from anybody. Reading ends with fields or an error, never allocates more memory than there are
/// bytes, and never recurses.
package struct ProtobufReader {
  package struct Field {
    package let number: Int
    package let value: Value
  }

  package enum Value {
    case varint(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// A fixed-width number or a group. No message that Ambit reads has any.
    case other
  }

  private static let deepestGroup = 64

  private var reader: ByteReader

  package init(_ bytes: ArraySlice<UInt8>) {
    reader = ByteReader(bytes)
  }

  /// Returns the next field, or nil at the end of the message.
  package mutating func next() throws(ProtobufError) -> Field? {
    guard !reader.isAtEnd else { return nil }
    let (number, wireType) = try tag()
    guard wireType != .groupEnd else { throw ProtobufError(.badTag) }
    return Field(number: number, value: try value(wireType, of: number))
  }

  /// Returns the number in a field of a message. When the field comes several times, the last one counts.
  static func number(_ field: Int, in message: ArraySlice<UInt8>) throws(ProtobufError) -> UInt64? {
    var reader = ProtobufReader(message)
    var found: UInt64?
    while let next = try reader.next() {
      if case (field, .varint(let value)) = (next.number, next.value) { found = value }
    }
    return found
  }
}

// MARK: The wire

extension ProtobufReader {
  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  private mutating func tag() throws(ProtobufError) -> (number: Int, WireType) {
    let tag = try varint()
    guard tag <= UInt64(UInt32.max) else { throw ProtobufError(.overlong) }
    guard let wireType = WireType(rawValue: tag & 7), tag >> 3 > 0 else { throw ProtobufError(.badTag) }
    return (Int(tag >> 3), wireType)
  }

  private mutating func value(_ wireType: WireType, of number: Int) throws(ProtobufError) -> Value {
    switch wireType {
    case .varint: return .varint(try varint())
    case .bytes: return .bytes(try bytes(try length()))
    case .fixed64: _ = try bytes(8)
    case .fixed32: _ = try bytes(4)
    case .groupStart: try skipGroup(number)
    case .groupEnd: throw ProtobufError(.badTag)
    }
    return .other
  }

  private mutating func varint() throws(ProtobufError) -> UInt64 {
    do {
      return try reader.unsigned(padded: true)
    } catch {
      throw ProtobufError(error == .truncated ? .truncated : .overlong)
    }
  }

  private mutating func length() throws(ProtobufError) -> Int {
    guard let length = Int(exactly: try varint()) else { throw ProtobufError(.truncated) }
    return length
  }

  private mutating func bytes(_ count: Int) throws(ProtobufError) -> ArraySlice<UInt8> {
    do { return try reader.raw(count) } catch { throw ProtobufError(.truncated) }
  }

  private mutating func skipGroup(_ number: Int) throws(ProtobufError) {
    var open = [number]
    while let innermost = open.last {
      let (number, wireType) = try tag()
      switch wireType {
      case .groupStart:
        guard open.count < Self.deepestGroup else { throw ProtobufError(.tooDeep) }
        open.append(number)
      case .groupEnd:
        guard number == innermost else { throw ProtobufError(.badTag) }
        open.removeLast()
      default: _ = try value(wireType, of: number)
      }
    }
  }
}

/// The reason why bytes are not a valid message.
package struct ProtobufError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case truncated
    /// A number of more than 64 bits, or a tag of more than 32.
    case overlong
    /// A field number or wire type that does not exist, or a group's end without its start.
    case badTag
    case tooDeep
    /// A field with an invalid value, such as text that is not UTF-8 or a malformed digest.
    case badValue
  }

  package let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }
}

/// Writes a message as proto3 does: fields with their default value are left out.
package struct ProtobufWriter {
  private var writer = ByteWriter()

  package init() {}

  package var bytes: [UInt8] { writer.bytes }

  package mutating func integer(_ number: Int, _ value: Int64) {
    guard value != 0 else { return }
    tag(number, wireType: 0)
    writer.unsigned(UInt64(bitPattern: value))
  }

  package mutating func flag(_ number: Int, _ value: Bool) { integer(number, value ? 1 : 0) }

  package mutating func string(_ number: Int, _ value: String) { data(number, Array(value.utf8)) }

  /// Writes one element of a list, even when it is empty.
  package mutating func element(_ number: Int, _ value: String) { prefixed(number, Array(value.utf8)) }

  package mutating func data(_ number: Int, _ value: [UInt8]) {
    if !value.isEmpty { prefixed(number, value) }
  }

  /// Writes a message, even when it is empty.
  package mutating func message(_ number: Int, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    prefixed(number, inner.bytes)
  }

  private mutating func prefixed(_ number: Int, _ value: [UInt8]) {
    tag(number, wireType: 2)
    writer.data(value)
  }

  private mutating func tag(_ number: Int, wireType: UInt64) {
    writer.unsigned(UInt64(number) << 3 | wireType)
  }
}
