/// Finds what a C, C++, Objective-C or assembly file includes, in all branches of `#if`.
///
/// Knows comments, spliced lines, string, character and raw string literals. Like the import lexer it
/// errs towards one include more: `__has_include` counts, and so does what strings say in assembly.
package enum CIncludeLexer {
  package static func includes(in bytes: [UInt8]) -> [CInclude] {
    bytes.withUnsafeBytes { includes(in: $0) }
  }

  package static func includes(in bytes: UnsafeRawBufferPointer) -> [CInclude] {
    bytes.withMemoryRebound(to: UInt8.self) { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var scanner = CIncludeScanner(cursor: ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      var assembled = AssembledFiles(cursor: ByteCursor(bytes: base, end: buffer.count))
      return scanner.includes + assembled.includes()
    }
  }
}
