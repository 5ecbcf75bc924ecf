/// Writes a message as proto3 does: what has its default value is left out.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func integer(_ number: Int, _ value: Int64) {
    guard value != 0 else { return }
    tag(number, wireType: 0)
    varint(UInt64(bitPattern: value))
  }

  mutating func flag(_ number: Int, _ value: Bool) { integer(number, value ? 1 : 0) }

  mutating func string(_ number: Int, _ value: String) { data(number, Array(value.utf8)) }

  mutating func data(_ number: Int, _ value: [UInt8]) {
    if !value.isEmpty { prefixed(number, value) }
  }

  /// A message that is there, be it empty.
  mutating func message(_ number: Int, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    prefixed(number, inner.bytes)
  }

  private mutating func prefixed(_ number: Int, _ value: [UInt8]) {
    tag(number, wireType: 2)
    varint(UInt64(value.count))
    bytes += value
  }

  private mutating func tag(_ number: Int, wireType: UInt64) { varint(UInt64(number) << 3 | wireType) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
