/// Something that the user should know and that does not stop the work.
package struct Warning: Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]

  package init(code: String, message: String, hints: [String] = []) {
    self.code = code
    self.message = message
    self.hints = hints
  }
}

extension Warning: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(code, message, hints) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(code: try reader.value(), message: try reader.value(), hints: try reader.value())
  }
}
