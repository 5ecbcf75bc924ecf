import SwiftSources
import Testing

struct ImportCase: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  /// `line:Module`, with `?` behind a `canImport` and `*` behind a testable import.
  let expected: String

  init(_ name: String, _ source: String, _ expected: String) {
    self.name = name
    self.source = source
    self.expected = expected
  }

  var testDescription: String { name }
}

func summary(_ imports: [SourceImport]) -> String {
  imports.map { "\($0.line):\($0.module)\($0.kind == .canImport ? "?" : "")\($0.isTestable ? "*" : "")" }
    .joined(separator: " ")
}

@Suite("Swift imports")
struct ImportLexerTests {
  @Test("Table", arguments: importForms + importContexts + literalCases + brokenCases)
  func table(_ item: ImportCase) {
    #expect(summary(ImportLexer.imports(in: Array(item.source.utf8))) == item.expected)
  }

  @Test("Bytes that are not UTF-8 neither hide an import nor end the reading")
  func invalidUTF8() {
    let bytes =
      Array("import A\n// ".utf8) + [0xFF, 0xC0] + Array("\nlet s = \"".utf8) + [0x80] + Array("\"\n".utf8)
    let more = Array("import B\0\nimport ".utf8) + [0xFE] + Array("\n".utf8)
    #expect(summary(ImportLexer.imports(in: bytes + more)) == "1:A 4:B 5:\u{FFFD}")
  }

  @Test("Every prefix of a hostile file is survived")
  func prefixes() {
    let source = (importForms + importContexts + literalCases + brokenCases).map(\.source).joined(
      separator: "\n")
    let bytes = Array(source.utf8)
    for length in 0...bytes.count {
      // A copy of the exact size, so that a sanitizer would see a read beyond it.
      _ = ImportLexer.imports(in: Array(bytes[..<length]))
    }
  }

  /// Reading a piece again for each time it occurs would take minutes here.
  @Test("No repetition makes the reading slow", arguments: hostilePieces)
  func repetition(piece: String) {
    let bytes = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
    _ = ImportLexer.imports(in: bytes)
    _ = CIncludeLexer.includes(in: bytes)
  }

  private static let hostilePieces = [
    "/*", "/* */ /*", "import /*", "\"", "\"\"\"", "#\"", "##\"\"\" ", "\"\\(", "\"\\(\"", "\"\"\"\n\\(", "(",
    "\\(", "`", "'",
    " /a", " /a)", " /\\/", " !/", "+/", "#/", "#/\n", "#", "@testable ", "import ", "import\n", "canImport(",
    "mp",
    "import a", "\n", "\\", "\\\n", "\\ ", "R\"(", "R\"", "#include <", "\n#include /*", "@import ", "_",
    "__has_include(",
    "import \"\"\"", "\"\\(import \"", "import A /*", "\n# \\\n", "/\\\n", "\"\\(/*", "#\"\"\" \\#( /*\n",
    "1'0",
  ]
}
