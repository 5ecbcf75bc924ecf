package import Support

extension PublicSurface: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    declarations.write(to: &writer)
    places.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let declarations = try reader.value([SurfaceDeclaration].self)
    let places = try reader.value([SurfacePlace?].self)
    guard declarations.count == places.count else { throw .invalid }
    self.init(Array(zip(declarations, places)))
  }
}

extension SurfaceDeclaration: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    kind.write(to: &writer)
    path.write(to: &writer)
    text.write(to: &writer)
    access.write(to: &writer)
    extended.write(to: &writer)
    role.write(to: &writer)
    conformances.write(to: &writer)
    availability.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    kind = try reader.value()
    path = try reader.value()
    text = try reader.value()
    access = try reader.value()
    extended = try reader.value()
    role = try reader.value()
    conformances = try reader.value()
    availability = try reader.value()
  }
}

extension SurfacePlace: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    file.write(to: &writer)
    line.write(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    file = try reader.value()
    line = try reader.value()
  }
}
