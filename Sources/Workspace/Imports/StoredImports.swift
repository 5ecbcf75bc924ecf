private import Digests
import Support

/// An import table in its encoded form, with its lists unpacked.
struct StoredImports: Sendable {
  static let empty = StoredImports()

  let count: Int
  private let bytes: [UInt8]
  private let lists: [FolderImports]
  /// Where the ids, and where the list numbers begin in `bytes`.
  private let idsStart: Int
  private let numbersStart: Int

  private init() {
    (count, bytes, lists, idsStart, numbersStart) = (0, [], [], 0, 0)
  }

  /// nil when the bytes are not what the encoder wrote.
  init?(decoding bytes: [UInt8]) {
    let digestLength = ImportTableEncoder.digestLength
    guard bytes.count > digestLength,
      SHA256.digest(of: bytes[digestLength...]).bytes.elementsEqual(bytes[..<digestLength])
    else { return nil }
    var reader = ImportTableReader(bytes: bytes, position: digestLength)
    guard reader.fixed() == ImportTableEncoder.format, reader.fixed() == ImportLexer.version,
      let names = reader.names(), let lists = reader.lists(names: names), let count = reader.fixed()
    else { return nil }
    self.bytes = bytes
    self.lists = lists
    self.count = Int(count)
    idsStart = reader.position
    numbersStart = idsStart + self.count * ContentID.length
    guard bytes.count == numbersStart + self.count * 4 else { return nil }
  }

  func imports(of id: ContentID) -> FolderImports? {
    bytes.withUnsafeBytes { bytes in
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        let found = self.id(at: middle, in: bytes)
        if found == id { return imports(at: middle, in: bytes) }
        if found < id { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// All entries by ascending id.
  var entries: some Sequence<(ContentID, FolderImports)> {
    (0..<count).lazy.compactMap { index in
      bytes.withUnsafeBytes { bytes in
        imports(at: index, in: bytes).map { (id(at: index, in: bytes), $0) }
      }
    }
  }

  private func id(at index: Int, in bytes: UnsafeRawBufferPointer) -> ContentID {
    ContentID(in: bytes, at: idsStart + index * ContentID.length)
  }

  private func imports(at index: Int, in bytes: UnsafeRawBufferPointer) -> FolderImports? {
    let number = bytes.loadUnaligned(fromByteOffset: numbersStart + index * 4, as: UInt32.self)
    let index = Int(UInt32(littleEndian: number))
    return index < lists.count ? lists[index] : nil
  }
}

/// Reads the parts of an encoded table. The digest has vouched for the bytes; a number that leads
/// outside of them is refused all the same.
private struct ImportTableReader {
  let bytes: [UInt8]
  var position: Int

  mutating func fixed() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for offset in (0..<4).reversed() { value = value << 8 | UInt32(bytes[position + offset]) }
    position += 4
    return value
  }

  mutating func names() -> [ArraySlice<UInt8>]? {
    guard let count = fixed() else { return nil }
    var names: [ArraySlice<UInt8>] = []
    for _ in 0..<count {
      guard let length = varint(), length <= bytes.count - position else { return nil }
      names.append(bytes[position..<(position + length)])
      position += length
    }
    return names
  }

  mutating func lists(names: [ArraySlice<UInt8>]) -> [FolderImports]? {
    guard let count = fixed() else { return nil }
    let modules = names.map { String(decoding: $0, as: UTF8.self) }
    var lists: [FolderImports] = []
    for _ in 0..<count {
      guard let imported = list(of: modules), let included = list(of: names), let embedded = list(of: names)
      else { return nil }
      lists.append(
        FolderImports(
          modules: imported, includes: included.map { RelativePath($0) },
          embedded: embedded.map { RelativePath($0) }))
    }
    return lists
  }

  private mutating func list<Name>(of names: [Name]) -> [Name]? {
    guard let count = varint(), count <= bytes.count - position else { return nil }
    var list: [Name] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let number = varint(), number < names.count else { return nil }
      list.append(names[number])
    }
    return list
  }

  /// A number below 2^35, which no count, length or line exceeds.
  private mutating func varint() -> Int? {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
