package import Base

// The binary form of linked targets, as they are kept with the graph of a commit.

extension XcodeGraph: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(modules, bundles, warnings, places) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      modules: try reader.value(), bundles: try reader.value(), warnings: try reader.value(),
      places: try reader.value(TargetPlaces.self))
  }
}

extension XcodeModule: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(id, type, members, edges, parts, externalPackages, isForMacOS)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      id: try reader.value(), type: try reader.value(), members: try reader.value(),
      edges: try reader.value(),
      parts: try reader.value(), externalPackages: try reader.value(), isForMacOS: try reader.value())
  }
}

extension XcodeProductType: ByteCodable {}

extension XcodeModule.Edge: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(target, kind) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value())
  }
}

extension XcodeModule.EdgeKind: ByteCodable {}

extension XcodeModule.Part: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(kind, file)
    writer.data(digest.bytes)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value(), SHA256Digest(bytes: Array(try reader.data())))
  }
}

extension XcodeModule.Part.Kind: ByteCodable {}

extension XcodeMembers: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(files, folders, inputs, searched, snapshots)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      files: try reader.value(), folders: try reader.value(), inputs: try reader.value(),
      searched: try reader.value(), snapshots: try reader.value())
  }
}

extension SynchronisedFolder: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, isMember, paths, localised) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      folder: try reader.value(), isMember: try reader.value(), paths: try reader.value(),
      localised: try reader.value())
  }
}

extension SynchronisedFolder.LocalisedFile: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, name) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), name: try reader.value())
  }
}
