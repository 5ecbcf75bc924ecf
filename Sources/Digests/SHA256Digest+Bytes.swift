package import Support

extension SHA256Digest: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.raw(bytes) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(bytes: Array(try reader.raw(Self.length)))
  }
}
