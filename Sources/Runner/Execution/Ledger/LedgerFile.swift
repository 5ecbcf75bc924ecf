import Base
import Graph

/// A record in a scratch folder. A file with any other bytes than those that were written counts as missing.
protocol LedgerFile: ByteCodable {}

/// Raise the version when the records of the older one would say too little.
private let form = SealedForm("ambit-ledger", version: 5)

extension LedgerFile {
  /// Returns nil when there is no record, or a damaged one.
  static func read(_ path: String) -> Self? { form.value(in: LocalFiles.read(path)) }

  func write(_ path: String) throws(Failure) {
    guard LocalFiles.replace(path, with: form.seal(self)) else { throw .scratchUnwritable(path) }
  }
}

extension Ledger: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(surroundings, modules, packages) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      surroundings: try reader.value(), modules: try reader.value(), packages: try reader.value())
  }
}

extension Ledger.Entry: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(isSettled, asOf, others, flags, sources, headers) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      isSettled: try reader.value(), asOf: try reader.value(), others: try reader.value(),
      flags: try reader.value(), sources: try reader.value(), headers: try reader.value())
  }
}

extension SharedLedger: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(isSettled, asOf, generations, manifests) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      isSettled: try reader.value(), asOf: try reader.value(), generations: try reader.value(),
      manifests: try reader.value())
  }
}

extension SharedLedger.ManifestMark: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(meaning, text) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(meaning: try reader.value(), text: try reader.value())
  }
}

extension FileMark: ByteCodable, Comparable {
  static func < (left: FileMark, right: FileMark) -> Bool { left.place < right.place }

  func write(to writer: inout ByteWriter) {
    writer.fixed(place)
    writer.byte(kind)
    content.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(place: try reader.fixed(), kind: try reader.byte(), content: try reader.value())
  }
}
