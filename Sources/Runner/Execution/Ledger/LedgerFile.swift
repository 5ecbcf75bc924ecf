import Digests
import Platform
import Support
import Workspace

/// Ledgers in files: a digest over the rest, and then numbers and bytes after their lengths. What is not exactly what
/// was written is no ledger.
protocol LedgerFile {
  init(from reader: inout LedgerReader) throws(LedgerReader.Damage)
  func write(to writer: inout LedgerWriter)
}

extension LedgerFile {
  /// nil when there is none that can be relied on.
  static func read(_ path: String) -> Self? {
    guard let bytes = LocalFiles.read(path), let seal = SHA256Digest(bytes: bytes.prefix(SHA256Digest.length))
    else { return nil }
    let content = bytes[seal.bytes.count...]
    guard SHA256.digest(of: content) == seal else { return nil }
    var reader = LedgerReader(content)
    guard let version = try? reader.text(), version == LedgerWriter.version else { return nil }
    return try? Self(from: &reader)
  }

  func write(_ path: String) throws(RunError) {
    var writer = LedgerWriter()
    writer.text(LedgerWriter.version)
    write(to: &writer)
    let sealed = SHA256.digest(of: writer.bytes).bytes + writer.bytes
    guard LocalFiles.replace(path, with: sealed) else { throw .unwritable(path) }
  }
}

struct LedgerWriter {
  /// Raised when a ledger of an older version would say too little.
  static let version = "1"

  private(set) var bytes: [UInt8] = []

  mutating func number(_ value: Int64) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }

  mutating func text(_ text: String) { piece(Array(text.utf8)) }

  mutating func piece(_ piece: [UInt8]) {
    number(Int64(piece.count))
    bytes += piece
  }

  mutating func digest(_ digest: SHA256Digest) { bytes += digest.bytes }

  mutating func module(_ id: ModuleID) {
    piece(id.package.bytes)
    text(id.name)
  }

  mutating func marks(_ marks: Set<FileMark>) {
    number(Int64(marks.count))
    for mark in marks.sorted(by: { $0.place < $1.place }) {
      number(Int64(bitPattern: mark.place))
      bytes.append(mark.kind | (mark.content == nil ? 0 : 0x80))
      mark.content?.append(to: &bytes)
    }
  }
}

struct LedgerReader {
  struct Damage: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  private mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw Damage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func number() throws(Damage) -> Int64 {
    let bytes = try take(8)
    return bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  mutating func count() throws(Damage) -> Int {
    let count = try number()
    guard count >= 0, count <= rest.count else { throw Damage() }
    return Int(count)
  }

  mutating func piece() throws(Damage) -> [UInt8] { Array(try take(try count())) }

  mutating func text() throws(Damage) -> String {
    guard let text = String(validating: try piece(), as: UTF8.self) else { throw Damage() }
    return text
  }

  mutating func digest() throws(Damage) -> SHA256Digest {
    guard let digest = SHA256Digest(bytes: try take(SHA256Digest.length)) else { throw Damage() }
    return digest
  }

  mutating func module() throws(Damage) -> ModuleID {
    ModuleID(package: RelativePath(try piece()), name: try text())
  }

  mutating func marks() throws(Damage) -> Set<FileMark> {
    var marks: Set<FileMark> = []
    for _ in 0..<(try count()) {
      let place = UInt64(bitPattern: try number())
      let flags = try take(1).first ?? 0
      let content = flags & 0x80 == 0 ? nil : ContentID(try take(ContentID.length))
      marks.insert(FileMark(place: place, kind: flags & 0x7F, content: content))
    }
    return marks
  }
}

extension Ledger: LedgerFile {
  init(from reader: inout LedgerReader) throws(LedgerReader.Damage) {
    self.init(surroundings: try reader.digest(), isSettled: try reader.number() == 1)
    for _ in 0..<(try reader.count()) {
      let id = try reader.module()
      modules[id] = Entry(
        asOf: try reader.number(), others: try reader.digest(), sources: try reader.marks(),
        headers: try reader.marks())
    }
  }

  func write(to writer: inout LedgerWriter) {
    writer.digest(surroundings)
    writer.number(isSettled ? 1 : 0)
    writer.number(Int64(modules.count))
    for (id, entry) in modules.sorted(by: { $0.key < $1.key }) {
      writer.module(id)
      writer.number(entry.asOf)
      writer.digest(entry.others)
      writer.marks(entry.sources)
      writer.marks(entry.headers)
    }
  }
}

extension SharedLedger: LedgerFile {
  init(from reader: inout LedgerReader) throws(LedgerReader.Damage) {
    self.init(isSettled: try reader.number() == 1, asOf: try reader.number())
    for _ in 0..<(try reader.count()) {
      let id = try reader.module()
      generations[id] = try reader.digest()
    }
    for _ in 0..<(try reader.count()) {
      let package = RelativePath(try reader.piece())
      manifests[package] = ManifestMark(meaning: try reader.digest(), text: try reader.digest())
    }
  }

  func write(to writer: inout LedgerWriter) {
    writer.number(isSettled ? 1 : 0)
    writer.number(asOf)
    writer.number(Int64(generations.count))
    for (id, digest) in generations.sorted(by: { $0.key < $1.key }) {
      writer.module(id)
      writer.digest(digest)
    }
    writer.number(Int64(manifests.count))
    for (package, mark) in manifests.sorted(by: { $0.key < $1.key }) {
      writer.piece(package.bytes)
      writer.digest(mark.meaning)
      writer.digest(mark.text)
    }
  }
}
