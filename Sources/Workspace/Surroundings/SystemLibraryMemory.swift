import Digests
import Platform

/// What was found out about system libraries, with the stamps of all files that were read for it.
struct SystemLibraryMemory {
  static let formatVersion = 2

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
  var encoded: [UInt8] {
    var writer = ByteWriter()
    for (name, record) in records.sorted(by: { $0.key < $1.key }) {
      name.write(to: &writer)
      record.write(to: &writer)
    }
    return SHA256.digest(of: writer.bytes).bytes + writer.bytes
  }

  /// nil when the bytes are not exactly what was written.
  init?(decoding bytes: [UInt8]) {
    let content = bytes.dropFirst(32)
    guard bytes.count >= 32, SHA256.digest(of: content).bytes.elementsEqual(bytes.prefix(32)) else {
      return nil
    }
    var reader = ByteReader(content)
    do throws(ByteReader.Damage) {
      while !reader.isAtEnd {
        let name = try reader.value(String.self)
        records[name] = try reader.value(Record.self)
      }
    } catch {
      return nil
    }
  }
}

extension SystemLibraryMemory.Stamp: ByteCodable {
  func write(to writer: inout ByteWriter) {
    path.write(to: &writer)
    stamp.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(path: try reader.value(), stamp: try reader.value())
  }
}

extension SystemLibraryMemory.Record: ByteCodable {
  func write(to writer: inout ByteWriter) {
    stamps.write(to: &writer)
    library.version.write(to: &writer)
    library.flags.write(to: &writer)
    library.headerCount.write(to: &writer)
    writer.append(library.headers.bytes)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      stamps: try reader.value(),
      library: SystemLibrary(
        version: try reader.value(), flags: try reader.value(), headerCount: try reader.value(),
        headers: SHA256Digest(bytes: Array(try reader.take(32)))))
  }
}
