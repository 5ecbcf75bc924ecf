import Digests
import Platform
import Support

/// What was found out about system libraries, with the stamps of all files that were read for it.
struct SystemLibraryMemory {
  static let formatVersion = 3

  struct Stamp: Hashable, Sendable {
    let path: String
    /// Empty: nothing stood there.
    let stamp: String
  }

  struct Record: Hashable, Sendable {
    let stamps: [Stamp]
    let library: SystemLibrary

    var holds: Bool { stamps.allSatisfy { (LocalFiles.stamp(of: $0.path) ?? "") == $0.stamp } }
  }

  var records: [String: Record] = [:]
}

extension SystemLibraryMemory {
  private static let form = SealedForm("ambit-system-libraries", version: formatVersion)

  var sealed: [UInt8] { Self.form.seal(records) }

  /// Empty when the bytes are not exactly what was written.
  init(sealed bytes: [UInt8]?) { records = Self.form.value(in: bytes) ?? [:] }
}

extension SystemLibraryMemory.Stamp: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(path, stamp) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(path: try reader.value(), stamp: try reader.value())
  }
}

extension SystemLibraryMemory.Record: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(stamps, library.version, library.flags, library.headerCount, library.headers)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      stamps: try reader.value(),
      library: SystemLibrary(
        version: try reader.value(), flags: try reader.value(), headerCount: try reader.value(),
        headers: try reader.value()))
  }
}
