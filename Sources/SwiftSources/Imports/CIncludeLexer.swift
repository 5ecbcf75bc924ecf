/// An include or import in a C-family source file or header.
package struct CInclude: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// `#include "X/Y.h"`
    case quoted
    /// `#include <X/Y.h>`
    case angled
    /// `@import X.Y;`. The path is the module's.
    case module
    /// `#embed "X"`, `.incbin "X"`
    case embedded
    /// `#include MACRO`. Only the preprocessor knows the file; the path is the text as written.
    case computed
  }

  package let path: String
  package let form: Form
  /// The line of the directive, from 1.
  package let line: Int
}

/// Finds what a C, C++, Objective-C or assembly file includes, in all branches of `#if`.
///
/// The lexer knows comments, spliced lines, string, character and raw string literals. In doubt it finds one include
/// more: `__has_include` counts, and so do strings in assembly.
package enum CIncludeLexer {
  package static func includes(in bytes: [UInt8]) -> [CInclude] {
    bytes.withUnsafeBytes { includes(in: $0) }
  }

  package static func includes(in bytes: UnsafeRawBufferPointer) -> [CInclude] {
    findings(in: bytes).includes
  }

  /// The includes of a file, with the texts of its string literals.
  package static func findings(in bytes: [UInt8]) -> (includes: [CInclude], literals: [SourceLiteral]) {
    bytes.withUnsafeBytes { findings(in: $0) }
  }

  private static func findings(
    in bytes: UnsafeRawBufferPointer
  ) -> (includes: [CInclude], literals: [SourceLiteral]) {
    bytes.withMemoryRebound(to: UInt8.self) { buffer in
      guard let base = buffer.baseAddress else { return ([], []) }
      var scanner = CIncludeScanner(cursor: ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      var assembled = AssembledFiles(cursor: ByteCursor(bytes: base, end: buffer.count))
      return (scanner.includes + assembled.includes(), scanner.literals)
    }
  }
}

/// Finds the files that assembly takes in by `.incbin "X"` or `.include "X"`. The assembly may be a file or a string in
/// C.
struct AssembledFiles {
  private static let directives: [StaticString] = [".incbin", ".include"]

  var cursor: ByteCursor

  mutating func includes() -> [CInclude] {
    var found: [CInclude] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      guard cursor.byte == UInt8(ascii: "."),
        let directive = Self.directives.first(where: { cursor.has($0, at: start) })
      else {
        cursor.position += 1
        continue
      }
      cursor.position += directive.utf8CodeUnitCount
      if let path = name() {
        found.append(CInclude(path: path, form: .embedded, line: cursor.line(at: start)))
      }
    }
    return found
  }

  /// Reads the quoted name that follows. Inside a C string its quotes are escaped.
  private mutating func name() -> String? {
    while cursor.byte.isBlank || cursor.byte == .backslash { cursor.position += 1 }
    guard cursor.byte == .quote else { return nil }
    cursor.position += 1
    let start = cursor.position
    while !cursor.isAtEnd, cursor.byte != .quote, cursor.byte != .backslash, !cursor.byte.isLineBreak {
      cursor.position += 1
    }
    return cursor.position > start ? cursor.text(from: start, to: cursor.position) : nil
  }
}
