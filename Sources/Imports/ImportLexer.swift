/// Finds the modules that a Swift source file imports.
///
/// This is the compiler's lexer cut down to what can hide or show an import: comments, string
/// literals with their interpolations, regex literals and raw identifiers. It does not parse. All
/// branches of `#if` count, and where the text leaves a doubt it errs towards one import more.
package enum ImportLexer {
  /// Goes up whenever the same bytes give another answer, so that stored answers are thrown away.
  package static let version: UInt32 = 1

  package static func imports(in bytes: [UInt8]) -> [SourceImport] {
    bytes.withUnsafeBytes { imports(in: $0) }
  }

  package static func imports(in bytes: UnsafeRawBufferPointer) -> [SourceImport] {
    bytes.withMemoryRebound(to: UInt8.self) { buffer in
      guard let base = buffer.baseAddress else { return [] }
      let cursor = ByteCursor(bytes: base, end: buffer.count)
      var scanner = SwiftImportScanner(cursor: cursor, skipsLiterals: true)
      scanner.run()
      guard scanner.endedInsideLiteral else { return scanner.imports }
      // Either the file does not compile, or some literal was misread and what came after it was
      // taken for text: only a reading that skips nothing can be trusted to lose nothing.
      var plain = SwiftImportScanner(cursor: cursor, skipsLiterals: false)
      plain.run()
      return plain.imports
    }
  }
}
