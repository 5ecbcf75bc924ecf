/// A module that a Swift source file names in `import` or `canImport`.
package struct SourceImport: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    case module
    /// A `canImport(X)` condition: the file compiles differently when `X` can be found.
    case canImport
  }

  /// The first component of the path. Example: `import struct A.B.C` names `A`.
  package let module: String
  package var kind: Kind = .module
  package var isTestable: Bool = false
  /// The line of the word `import` or `canImport`, from 1.
  package let line: Int
  /// The flag of an `#if FLAG` around it; nil where the import may be compiled without one.
  package var flag: String?
}

/// Finds the modules that a Swift source file imports.
///
/// The lexer finds everything that can hide or show an import. Nothing is parsed: all branches of `#if` count, and in
/// doubt one import more is found.
package enum ImportLexer {
  /// The version rises whenever the same bytes give another answer. Cached answers are then dropped.
  package static let version: UInt32 = 3

  package static func imports(in bytes: [UInt8]) -> [SourceImport] {
    bytes.withUnsafeBytes { imports(in: $0) }
  }

  package static func imports(in bytes: UnsafeRawBufferPointer) -> [SourceImport] {
    findings(in: bytes).imports
  }

  /// Returns the imports of a file, and its string literals.
  package static func findings(in bytes: [UInt8]) -> (imports: [SourceImport], literals: [SourceLiteral]) {
    bytes.withUnsafeBytes { findings(in: $0) }
  }

  private static func findings(
    in bytes: UnsafeRawBufferPointer
  ) -> (imports: [SourceImport], literals: [SourceLiteral]) {
    bytes.withMemoryRebound(to: UInt8.self) { buffer in
      guard let base = buffer.baseAddress else { return ([], []) }
      let lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count))
      var scanner = ImportScanner(lexer: lexer, skipsLiterals: true)
      scanner.run()
      guard scanner.lexer.endedInsideLiteral else { return (scanner.imports, scanner.literals) }
      // Either the file does not compile, or a literal was misread and the code behind it was taken for text. The
      // second reading skips nothing, so it loses nothing.
      var plain = ImportScanner(lexer: lexer, skipsLiterals: false)
      plain.run()
      return (plain.imports, SourceLiteral.betweenQuotes(in: buffer))
    }
  }
}

/// Reads a Swift file once. It moves from one byte that may begin something to the next.
private struct ImportScanner {
  var lexer: SwiftLexer
  /// False for the second reading, which takes comments and literals for code.
  let skipsLiterals: Bool
  var imports: [SourceImport] = []
  private(set) var literals: [SourceLiteral] = []
  /// The open `#if`s, with the flag of those that ask for one flag alone.
  private var conditions: [String?] = []
  /// True when the `#if`s do not fit together, since one was misread.
  private var isUnbalanced = false
  /// True after an `@testable` whose `import` has not come yet.
  private var isTestable = false

  init(lexer: SwiftLexer, skipsLiterals: Bool) {
    (self.lexer, self.skipsLiterals) = (lexer, skipsLiterals)
  }

  mutating func run() {
    while !lexer.isDone {
      if lexer.isInString {
        step()
        continue
      }
      skipToNextOfInterest()
      switch lexer.cursor.byte {
      case UInt8(ascii: "m"): readWord()
      case UInt8(ascii: "@"): readAttribute()
      case _ where skipsLiterals: step()
      default: lexer.cursor.position += 1
      }
    }
    guard isUnbalanced || !conditions.isEmpty else { return }
    for index in imports.indices { imports[index].flag = nil }
  }

  private mutating func step() {
    let start = lexer.cursor.position
    let kind = lexer.step()
    if kind == .directive { readDirective(from: start) }
    guard kind == .string || kind == .stringRest else { return }
    literals.append(
      SourceLiteral(
        range: start..<lexer.cursor.position, followsHole: kind == .stringRest, precedesHole: lexer.isInString
      ))
  }

  /// Moves to the next byte that may start something, or to the end.
  private mutating func skipToNextOfInterest() {
    var index = lexer.cursor.position
    let (bytes, end) = (lexer.cursor.bytes, lexer.cursor.end)
    // A bit per ASCII character: `"` `#` `'` `/` in the lower word, `@` `` ` `` `m` in the upper. In an interpolation,
    // parentheses and line breaks are added.
    let nested: UInt64 = lexer.isNested ? 1 << 0x28 | 1 << 0x29 | 1 << 0x0A | 1 << 0x0D : 0
    let low: UInt64 = 1 << 0x22 | 1 << 0x23 | 1 << 0x27 | 1 << 0x2F | nested
    let high: UInt64 = 1 << (0x40 - 64) | 1 << (0x60 - 64) | 1 << (0x6D - 64)
    while index < end {
      let byte = bytes[index]
      if byte < 128, ((byte < 64 ? low : high) &>> UInt64(byte & 63)) & 1 == 1 {
        // The search looks for the `m` of `import` and `canImport`, their rarest letter. The `p` behind it excludes
        // nearly all other words.
        if byte != UInt8(ascii: "m") || (index + 1 < end && bytes[index + 1] == UInt8(ascii: "p")) { break }
      }
      index += 1
    }
    lexer.cursor.position = index
  }
}

// MARK: Words

extension ImportScanner {
  /// Reads the word around the `m` under the cursor. The words behind it are only read ahead, so that the lexer sees
  /// them too.
  private mutating func readWord() {
    let middle = lexer.cursor.position
    lexer.cursor.position += 1
    guard lexer.cursor.has("mport", at: middle), !lexer.cursor[middle + 5].isIdentifier else { return }
    lexer.cursor.position = middle + 5
    if lexer.cursor[middle - 1] == UInt8(ascii: "i"), startsWord(at: middle - 1) {
      guard let name = importedName() else { return }
      add(name, .module, at: middle - 1)
      isTestable = false
    } else if lexer.cursor.has("canI", at: middle - 4), startsWord(at: middle - 4) {
      if let name = testedName() { add(name, .canImport, at: middle - 4) }
    }
  }

  /// Returns true when a keyword may start here: neither inside an identifier, nor as a member (`.import`).
  private func startsWord(at index: Int) -> Bool {
    let before = lexer.cursor[index - 1]
    return before != UInt8(ascii: ".")
      && (!before.isIdentifier || (index == 3 && lexer.cursor.has("\u{FEFF}", at: 0)))
  }

  private mutating func readAttribute() {
    lexer.cursor.position += 1
    while lexer.cursor.byte.isBlank { lexer.cursor.position += 1 }
    let start = lexer.cursor.position
    lexer.cursor.skipWord()
    if lexer.cursor.position - start == 8, lexer.cursor.has("testable", at: start) { isTestable = true }
  }

  private static let declarationKinds: Set<String> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  /// A lexer that reads on behind the word. The second reading tries each opening mark anew, so it must not look far.
  private var reader: SwiftLexer {
    let (cursor, start) = (lexer.cursor, lexer.cursor.position)
    let end = skipsLiterals ? cursor.end : min(cursor.end, start + 1000)
    return SwiftLexer(ByteCursor(bytes: cursor.bytes, end: end, position: start))
  }

  private func importedName() -> String? {
    var ahead = reader
    guard var token = ahead.nextCode(), var name = ahead.cursor.name(token) else { return nil }
    if token.kind == .word, Self.declarationKinds.contains(name) {
      guard let next = ahead.nextCode(), let module = ahead.cursor.name(next) else { return nil }
      (token, name) = (next, module)
    }
    guard !name.isEmpty, !ahead.cursor[token.range.lowerBound].isDigit else { return nil }
    // A single colon follows a parameter's name, as in `func load(import data: Data)`. The double colon of `import
    // struct A::B` does not count.
    let colon = ahead.nextCode()?.range.lowerBound ?? 0
    let isParameter =
      ahead.cursor[colon] == UInt8(ascii: ":") && ahead.cursor[colon + 1] != UInt8(ascii: ":")
    return isParameter ? nil : name
  }

  private func testedName() -> String? {
    var ahead = reader
    guard let open = ahead.nextCode(), ahead.cursor[open.range.lowerBound] == .parenthesis else { return nil }
    return ahead.nextCode().flatMap(ahead.cursor.name)
  }

  private mutating func add(_ module: String, _ kind: SourceImport.Kind, at start: Int) {
    let testable = kind == .module && isTestable
    let line = lexer.cursor.line(at: start)
    let flag = conditions.lazy.compactMap(\.self).first
    imports.append(SourceImport(module: module, kind: kind, isTestable: testable, line: line, flag: flag))
  }
}

// MARK: Conditions

extension ImportScanner {
  private mutating func readDirective(from start: Int) {
    switch lexer.cursor.text(from: start, to: lexer.cursor.position) {
    case "#if": conditions.append(flagAhead())
    case "#elseif" where !conditions.isEmpty, "#else" where !conditions.isEmpty:
      conditions[conditions.count - 1] = nil
    case "#endif" where !conditions.isEmpty: conditions.removeLast()
    case "#elseif", "#else", "#endif": isUnbalanced = true
    default: break
    }
  }

  /// Returns the flag that is the whole condition; nil for any other condition. A compiler sets `$Feature` itself.
  private func flagAhead() -> String? {
    var ahead = reader
    guard let token = ahead.nextCode(), token.kind == .word, let name = ahead.cursor.name(token),
      let first = name.utf8.first, !first.isDigit, first != UInt8(ascii: "$"),
      !["true", "false"].contains(name)
    else { return nil }
    guard let next = ahead.nextCode() else { return name }
    let between = token.range.upperBound..<next.range.lowerBound
    let isJoined = [UInt8(ascii: "&"), UInt8(ascii: "|")].contains(ahead.cursor[next.range.lowerBound])
    return !isJoined && between.contains { ahead.cursor[$0].isLineBreak } ? name : nil
  }
}

/// The text of a string literal, or a part of it before, between or behind interpolations.
package struct SourceLiteral: Sendable, Hashable {
  /// The indices of its bytes, which may include the quotes.
  package let range: Range<Int>
  /// True behind an interpolation.
  package var followsHole = false
  /// True before an interpolation.
  package var precedesHole = false

  /// Returns all text between two quotes. It serves files in which the beginnings of literals are not certain.
  static func betweenQuotes(in bytes: UnsafeBufferPointer<UInt8>) -> [SourceLiteral] {
    bytes.indices.split(omittingEmptySubsequences: true) { bytes[$0] == .quote }.compactMap { piece in
      piece.first.map { SourceLiteral(range: $0..<$0 + piece.count) }
    }
  }
}
