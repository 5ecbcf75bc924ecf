import Base

/// Keeps the result of reading each file until the file has another time. Most files of a scratch folder stay the same
/// from run to run.
struct FileMemory<Value: ByteCodable> {
  private let path: String
  private var entries: [String: Entry]
  private var hasChanges = false

  fileprivate struct Entry: ByteCodable {
    /// The time of the file.
    let written: Int64
    let value: Value
  }

  /// `path` is the place of the record. Files whose record is lost are read again.
  init(at path: String) {
    self.path = path
    entries = [String: Entry].read(path) ?? [:]
  }

  /// Returns the value that `read` makes of a file's bytes. nil when the file is missing.
  mutating func value(of file: String, _ read: ([UInt8]) -> Value) -> Value? {
    guard let written = FileTimes(of: file)?.written else { return nil }
    if let entry = entries[file], entry.written == written { return entry.value }
    let value = read(LocalFiles.read(file) ?? [])
    entries[file] = Entry(written: written, value: value)
    hasChanges = true
    return value
  }

  mutating func save() {
    if hasChanges { try? entries.write(path) }
    hasChanges = false
  }
}

extension Dictionary: LedgerFile where Key: ByteCodable & Comparable, Value: ByteCodable {}

extension FileMemory.Entry {
  func write(to writer: inout ByteWriter) { writer.values(written, value) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(written: try reader.value(), value: try reader.value())
  }
}
