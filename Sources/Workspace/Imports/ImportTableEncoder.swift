private import Digests
import Support

/// Writes an import table: a digest of all that follows it, then
///
///     format and lexer version   u32 each
///     count of names             u32, then per name: length (varint), UTF-8
///     count of lists             u32, then per list: count of modules, name numbers, count of includes,
///                                name numbers, count of embedded files, name numbers (all varints)
///     count of entries           u32, then 20 bytes per id, sorted, then a u32 list number per id
///
/// Included paths are names too. Numbers of fixed size are little-endian. Many folders share a list, so
/// that each is kept once.
struct ImportTableEncoder {
  /// Counts up with every change to the format or to the lexers of C and module maps.
  static let format: UInt32 = 3
  static let digestLength = 32

  private var names: [[UInt8]: Int] = [:]
  private var nameBytes: [UInt8] = []
  private var lists: [FolderImports: UInt32] = [:]
  private var listBytes: [UInt8] = []
  private var ids: [UInt8] = []
  private var listNumbers: [UInt8] = []
  private var count: UInt32 = 0

  /// Ids must come in ascending order.
  mutating func add(_ imports: FolderImports, for id: ContentID) {
    id.append(to: &ids)
    Self.append(number(of: imports), to: &listNumbers)
    count += 1
  }

  func finish() -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(nameBytes.count + listBytes.count + ids.count + listNumbers.count + 20)
    Self.append(Self.format, to: &body)
    Self.append(ImportLexer.version, to: &body)
    Self.append(UInt32(names.count), to: &body)
    body += nameBytes
    Self.append(UInt32(lists.count), to: &body)
    body += listBytes
    Self.append(count, to: &body)
    body += ids
    body += listNumbers
    return SHA256.digest(of: body).bytes + body
  }

  private mutating func number(of imports: FolderImports) -> UInt32 {
    if let number = lists[imports] { return number }
    let number = UInt32(lists.count)
    lists[imports] = number
    appendNames(imports.modules.map { Array($0.utf8) })
    appendNames(imports.includes.map(\.bytes))
    appendNames(imports.embedded.map(\.bytes))
    return number
  }

  private mutating func appendNames(_ list: [[UInt8]]) {
    appendVarint(list.count, to: &listBytes)
    for name in list { appendVarint(number(of: name), to: &listBytes) }
  }

  private mutating func number(of name: [UInt8]) -> Int {
    if let number = names[name] { return number }
    let number = names.count
    names[name] = number
    appendVarint(name.count, to: &nameBytes)
    nameBytes += name
    return number
  }

  private func appendVarint(_ value: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
