import Base
import SwiftSources

/// An import table in its encoded form, with its lists unpacked.
struct StoredImports: Sendable {
  private var lists: [FolderImports] = []
  /// The ids of contents, sorted, in one block.
  private var ids: ArraySlice<UInt8> = []
  /// The number of the list that belongs to each id, at the same position as the id.
  private var numbers: ArraySlice<UInt8> = []

  static let empty = StoredImports()

  private init() {}

  /// Returns nil when the encoder did not write the bytes.
  init?(decoding bytes: [UInt8]) {
    guard let content = ImportTableEncoder.form.open(bytes) else { return nil }
    var reader = ByteReader(content)
    guard (try? reader.fixed()) == ImportLexer.version,
      (try? reader.fixed()) == NamedFiles.version, let names = try? reader.names(),
      let lists = try? reader.lists(names: names), let count = try? reader.count(least: Self.entryLength),
      let ids = try? reader.raw(count * ContentID.length), let numbers = try? reader.raw(count * 4),
      reader.isAtEnd
    else { return nil }
    self.lists = lists
    self.ids = ids
    self.numbers = numbers
  }

  /// The length of an id and the number of its list.
  private static let entryLength = ContentID.length + 4

  var count: Int { numbers.count / 4 }

  func imports(of id: ContentID) -> FolderImports? {
    ids.withUnsafeBytes { ids in
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        let found = ContentID(in: ids, at: middle * ContentID.length)
        if found == id { return imports(at: middle) }
        if found < id { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// All entries by ascending id.
  var entries: some Sequence<(ContentID, FolderImports)> {
    (0..<count).lazy.compactMap { index in
      let id = ids.withUnsafeBytes { ContentID(in: $0, at: index * ContentID.length) }
      return imports(at: index).map { (id, $0) }
    }
  }

  private func imports(at index: Int) -> FolderImports? {
    let number = numbers.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) }
    let list = Int(UInt32(littleEndian: number))
    return list < lists.count ? lists[list] : nil
  }
}

extension ByteReader {
  fileprivate mutating func names() throws(Damage) -> [ArraySlice<UInt8>] {
    var names: [ArraySlice<UInt8>] = []
    for _ in 0..<(try count(least: 1)) { names.append(try data()) }
    return names
  }

  fileprivate mutating func lists(names: [ArraySlice<UInt8>]) throws(Damage) -> [FolderImports] {
    let modules = names.map { String(decoding: $0, as: UTF8.self) }
    var lists: [FolderImports] = []
    for _ in 0..<(try count(least: 4)) {
      let imported = try list(of: modules)
      let included = try list(of: names)
      let embedded = try list(of: names)
      let named = try list(of: modules)
      lists.append(
        FolderImports(
          modules: imported, includes: included.map { RelativePath($0) },
          embedded: embedded.map { RelativePath($0) }, names: named))
    }
    return lists
  }

  private mutating func list<Name>(of names: [Name]) throws(Damage) -> [Name] {
    let count = try count(least: 1)
    var list: [Name] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      let number = try self.count()
      guard number < names.count else { throw .invalid }
      list.append(names[number])
    }
    return list
  }
}

/// Writes an import table, sealed:
///
///     lexer version      u32
///     names looked for   u32
///     count of names     then per name: length, UTF-8
///     count of lists     then per list: count of modules, name numbers, and the same of includes,
///                        embedded files and named files
///     count of entries   then 20 bytes per id, sorted, then a u32 list number per id
///
/// Paths are encoded as names. Many folders share a list, so each list is stored once.
struct ImportTableEncoder {
  /// The version rises with every change to the format, to the choice of files, or to the lexers of C and module maps.
  static let format = 10
  static let form = SealedForm("ambit-imports", version: format)

  private var names: [[UInt8]: Int] = [:]
  private var nameBytes = ByteWriter()
  private var lists: [FolderImports: UInt32] = [:]
  private var listBytes = ByteWriter()
  private var ids: [UInt8] = []
  private var listNumbers = ByteWriter()

  /// Ids must come in ascending order.
  mutating func add(_ imports: FolderImports, for id: ContentID) {
    id.append(to: &ids)
    listNumbers.fixed(number(of: imports))
  }

  func finish() -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(ImportLexer.version)
    writer.fixed(NamedFiles.version)
    writer.count(names.count)
    writer.raw(nameBytes.bytes)
    writer.count(lists.count)
    writer.raw(listBytes.bytes)
    writer.count(ids.count / ContentID.length)
    writer.raw(ids)
    writer.raw(listNumbers.bytes)
    return Self.form.seal(writer.bytes)
  }

  private mutating func number(of imports: FolderImports) -> UInt32 {
    if let number = lists[imports] { return number }
    let number = UInt32(lists.count)
    lists[imports] = number
    appendNames(imports.modules.map { Array($0.utf8) })
    appendNames(imports.includes.map(\.bytes))
    appendNames(imports.embedded.map(\.bytes))
    appendNames(imports.names.map { Array($0.utf8) })
    return number
  }

  private mutating func appendNames(_ list: [[UInt8]]) {
    listBytes.count(list.count)
    for name in list { listBytes.count(number(of: name)) }
  }

  private mutating func number(of name: [UInt8]) -> Int {
    if let number = names[name] { return number }
    let number = names.count
    names[name] = number
    nameBytes.data(name)
    return number
  }
}
