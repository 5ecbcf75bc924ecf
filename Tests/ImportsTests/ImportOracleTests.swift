import Foundation
import SwiftSources
import TestSupport
import Testing

@Suite("Swift imports against the compiler")
struct ImportOracleTests {
  @Test("Planted imports are found, and nothing else", arguments: [1, 2, 3, 4])
  func planted(seed: UInt64) {
    var generator = ImportFileGenerator(seed: seed)
    for _ in 0..<500 {
      let file = generator.file()
      let found = ImportLexer.imports(in: Array(file.source.utf8)).map { "\($0.line):\($0.module)" }
      #expect(found.sorted() == (file.active + file.inactive).sorted(), "\(file.source)")
    }
  }

  @Test("The compiler sees the imports that are planted in active code", .enabled(if: CompilerOracle.isThere))
  func compilerAgrees() throws {
    var generator = ImportFileGenerator(seed: 99)
    let files = (0..<300).map { _ in generator.file() }
    let seen = try CompilerOracle.imports(ofEach: files.map(\.source))
    for (file, imports) in zip(files, seen) {
      #expect(imports.compiles, "\(file.source)")
      #expect(imports.lines.sorted() == file.active.sorted(), "\(file.source)")
    }
  }

  @Test("No soup of tokens that compiles hides an import", .enabled(if: CompilerOracle.isThere))
  func soup() throws {
    var random = SeededGenerator(seed: 7)
    let sources = (0..<1500).map { _ in tokenSoup(using: &random) }
    let seen = try CompilerOracle.imports(ofEach: sources)
    #expect(seen.count { $0.compiles } > 50)
    for (source, imports) in zip(sources, seen) where imports.compiles {
      let found = ImportLexer.imports(in: Array(source.utf8)).map { "\($0.line):\($0.module)" }
      #expect(Set(found).isSuperset(of: imports.lines), "\(source)")
    }
  }

  /// Fragments in a row: most files are nonsense, but the compiler says which are not.
  private func tokenSoup(using random: inout SeededGenerator) -> String {
    let fragments = [
      "\"", "\"", "\"\"\"", "\"\"\"\n", "\n\"\"\"", "#\"", "\"#", "\\(", ")", "(", "/", "/", "/", "/*", "*/",
      "//", "#/",
      "/#", "`", "'", "\\", "\n", " ", " ", "a", "a", "1", " + ", "!", "f(", ";let y = ", "import", "return",
    ]
    var source = "func f() {\n"
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      source += fragments[Int.random(in: 0..<fragments.count, using: &random)]
    }
    return source + "\n}\nimport M1\nlet s = /a\"/\nimport M2\n/* \"\"\" */"
  }
}
