import Base

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
