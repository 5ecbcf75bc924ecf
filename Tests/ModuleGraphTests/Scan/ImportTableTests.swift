import Base
import TestSupport
import Testing

@testable import Graph

@Suite("Import table")
struct ImportTableTests {
  private static func id(_ number: UInt64) throws -> ContentID {
    var random = SeededGenerator(seed: number)
    return try #require(ContentID((0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }))
  }

  private static func imports(_ number: Int) -> FolderImports {
    FolderImports(
      modules: (0..<(number % 7)).map { $0 == 0 ? "Modul Größe" : "M\(number * $0 % 13)" },
      includes: number % 5 == 0
        ? [RelativePath([UInt8(ascii: "a"), 0xFF]), RelativePath("../Shared/\(number % 3).h")] : [],
      names: number % 3 == 0 ? ["*.md", "readme.md"] : [])
  }

  private static func table(count: Int) throws -> ImportTable {
    var table = ImportTable()
    for number in 0..<count { table.set(imports(number), for: try id(UInt64(number))) }
    return table
  }

  @Test("What was written is read", arguments: [0, 1, 2, 1000])
  func roundTrip(count: Int) throws {
    let table = ImportTable(decoding: try Self.table(count: count).encoded())
    #expect(table.count == count)
    #expect(!table.hasChanges)
    for number in 0..<count { #expect(table[try Self.id(UInt64(number))] == Self.imports(number)) }
    #expect(table[try Self.id(1 << 40)] == nil)
  }

  @Test("The same entries give the same bytes, however they came")
  func canonical() throws {
    let whole = try Self.table(count: 50).encoded()
    var grown = ImportTable(decoding: try Self.table(count: 20).encoded())
    for number in (20..<50).reversed() { grown.set(Self.imports(number), for: try Self.id(UInt64(number))) }
    #expect(grown.hasChanges)
    #expect(grown.encoded() == whole)
  }

  @Test("An entry set again replaces the stored one, an unwanted one goes")
  func replaced() throws {
    let (first, second) = (try Self.id(1), try Self.id(2))
    var table = ImportTable(decoding: try Self.table(count: 3).encoded())
    table.set(FolderImports(modules: ["New"]), for: first)
    #expect(table.count == 3)
    let kept = ImportTable(decoding: table.encoded { $0 != second })
    #expect(kept[first] == FolderImports(modules: ["New"]))
    #expect(kept[second] == nil)
    #expect(kept.count == 2)
  }

  @Test("A damaged table is an empty one")
  func damaged() throws {
    let bytes = try Self.table(count: 12).encoded()
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 0x10
      #expect(ImportTable(decoding: flipped).count == 0)
      #expect(ImportTable(decoding: Array(bytes[..<index])).count == 0)
    }
    #expect(ImportTable(decoding: bytes + [0]).count == 0)
  }

  @Test("An id has 20 bytes and is ordered by them")
  func ids() throws {
    #expect(ContentID([UInt8](repeating: 0, count: 19)) == nil)
    #expect(ContentID([UInt8](repeating: 0, count: 21)) == nil)
    let steps = try (0..<20).map { place in
      try #require(ContentID((0..<20).map { $0 == 19 - place ? 1 : 0 }))
    }
    #expect(steps == steps.sorted())
    #expect(Set(steps).count == 20)
  }
}
