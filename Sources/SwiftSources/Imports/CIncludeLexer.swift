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
    /// A path with `..` that stands elsewhere in the code, such as the value of a macro that an `#include` takes.
    case named
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
      var named = NamedPaths(
        cursor: ByteCursor(bytes: base, end: buffer.count), comments: scanner.comments,
        literals: scanner.literals.map(\.range))
      let includes = scanner.includes + assembled.includes()
      return (includes + named.includes(besides: Set(includes.map(\.path))), scanner.literals)
    }
  }
}

/// Finds paths with `..` outside of comments. Only the preprocessor knows which file `#include MACRO` takes, so each path
/// may be one.
struct NamedPaths {
  var cursor: ByteCursor
  /// The places of the comments, and those of the string literals, in order.
  let comments: [Range<Int>]
  let literals: [Range<Int>]

  /// Leaves out the paths `known`.
  mutating func includes(besides known: Set<String>) -> [CInclude] {
    var found: [CInclude] = []
    var (comment, literal) = (comments[...], literals[...])
    var codeStart = 0
    while !cursor.isAtEnd {
      let start = cursor.position
      guard cursor.has("../", at: start) else {
        cursor.position += 1
        continue
      }
      while let first = comment.first, first.upperBound <= start {
        codeStart = first.upperBound
        comment.removeFirst()
      }
      while let first = literal.first, first.upperBound <= start { literal.removeFirst() }
      if let first = comment.first, first.contains(start) {
        cursor.position = first.upperBound
        continue
      }
      let path =
        if let first = literal.first, first.contains(start) {
          text(of: first)
        } else {
          path(around: start, notBefore: codeStart)
        }
      if Self.leadsToAFile(path), !known.contains(path) {
        found.append(CInclude(path: path, form: .named, line: cursor.line(at: start)))
      }
    }
    return found
  }

  /// Reads the text between the quotes of a literal, and moves behind it.
  private mutating func text(of literal: Range<Int>) -> String {
    cursor.position = literal.upperBound
    return cursor.text(from: literal.lowerBound + 1, to: max(literal.lowerBound + 1, literal.upperBound - 1))
  }

  /// Reads the path, and moves behind it.
  private mutating func path(around position: Int, notBefore limit: Int) -> String {
    var start = position
    while start > limit, cursor[start - 1].isInPath { start -= 1 }
    while !cursor.isAtEnd, cursor.byte.isInPath { cursor.position += 1 }
    return cursor.text(from: start, to: cursor.position)
  }

  private static func leadsToAFile(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.contains("..") && !["", ".", ".."].contains(parts.last)
  }
}

extension UInt8 {
  fileprivate var isInPath: Bool {
    isIdentifier
      || [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains(self)
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
