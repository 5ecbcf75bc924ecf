import Base
import SwiftSources

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
  static let format = 9
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
