import Base
import Graph

/// The record of what a scratch folder was built from. A folder without a readable record is built again from nothing.
///
/// A run reads the record before it builds, deletes the outputs that differ, and writes the record before the first
/// build: with inputs that are not settled, and without a plan unless SwiftPM would make the same plan again. So a
/// killed run leaves a record that claims too little. The record is settled after the last build.
struct ScratchRecord: Equatable {
  /// The inputs of each configuration's outputs.
  var ledgers: [String: Ledger] = [:]
  var shared = SharedLedger()
  /// The names of the workspace's targets. The outputs of other targets are deleted.
  var targets: Set<String> = []
  /// The kinds of the workspace's products, by name. Files of other products, and of other kinds, are deleted.
  var products: [String: Set<String>] = [:]
  /// The digest of the needs from outside the workspace. nil when it is unknown for which needs the outputs were made.
  var externals: SHA256Digest?
  /// The digest of the names that C sources could include, by package.
  var headers: [RelativePath: String] = [:]
  /// The compiled names of the modules that a build left out, so that they were built by name.
  ///
  /// Their old outputs prove nothing about the next build, which leaves them out as well. So those outputs go before it,
  /// and the modules are built by name again.
  var leftOut: Set<String> = []
  /// The digest of all inputs of SwiftPM's remembered plan. nil when the plan may come from other inputs.
  var plan: SHA256Digest?
}

extension ScratchRecord: LedgerFile {
  private static func path(in scratch: String) -> String { "\(scratch)/ambit-record" }

  static func read(in scratch: String) -> ScratchRecord? { read(path(in: scratch)) }

  func write(in scratch: String) throws(Failure) { try write(Self.path(in: scratch)) }

  /// Changes the record of a folder while the folder is in use. A folder that was emptied has no record, and gets none.
  static func update(
    in scratch: String, _ change: (inout ScratchRecord) -> Void
  ) throws(Failure) {
    guard let before = read(in: scratch) else { return }
    var record = before
    change(&record)
    if record != before { try record.write(in: scratch) }
  }

  func write(to writer: inout ByteWriter) {
    writer.values(ledgers, shared, targets, products, externals, headers, leftOut, plan)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      ledgers: try reader.value(), shared: try reader.value(), targets: try reader.value(),
      products: try reader.value(), externals: try reader.value(), headers: try reader.value(),
      leftOut: try reader.value(), plan: try reader.value())
  }
}

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
