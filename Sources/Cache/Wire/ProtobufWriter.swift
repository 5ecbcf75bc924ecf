import Support

/// Writes a message as proto3 does: what has its default value is left out.
struct ProtobufWriter {
  private var writer = ByteWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func integer(_ number: Int, _ value: Int64) {
    guard value != 0 else { return }
    tag(number, wireType: 0)
    writer.unsigned(UInt64(bitPattern: value))
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
    writer.data(value)
  }

  private mutating func tag(_ number: Int, wireType: UInt64) {
    writer.unsigned(UInt64(number) << 3 | wireType)
  }
}
