/// One pass over a Swift file. This file holds the walk over code; its extensions hold what it skips.
struct SwiftImportScanner {
  var cursor: ByteCursor
  /// False for the reading of last resort, which takes comments and literals for code.
  let skipsLiterals: Bool
  private(set) var imports: [SourceImport] = []
  /// Whether the file ended inside a comment or a literal that spans lines.
  var endedInsideLiteral = false
  /// An `@testable` that still waits for its `import`.
  private var isTestable = false
  /// What an interpolation has open; kept here so that its memory is used again.
  var openDelimiters: [OpenDelimiter] = []
  /// What was passed over, for whoever counts lines; nil where nobody does.
  var passed: PassedText?

  init(cursor: ByteCursor, skipsLiterals: Bool) {
    self.cursor = cursor
    self.skipsLiterals = skipsLiterals
  }

  mutating func run() {
    if cursor.has("\u{FEFF}", at: 0) { cursor.position = 3 }
    if cursor.has("#!", at: cursor.position) { cursor.skipToEndOfLine() }
    while skipToNextOfInterest() {
      let start = cursor.position
      switch cursor.byte {
      case UInt8(ascii: "m"): readWord()
      case UInt8(ascii: "@"): readAttribute()
      case _ where !skipsLiterals: cursor.position += 1
      case .quote: skipString(quote: .quote, hashes: 0)
      case .apostrophe: skipString(quote: .apostrophe, hashes: 0)
      case .slash: skipSlash()
      case .hash: skipHash()
      default: skipRawIdentifier()
      }
      passed?.noteToken(from: start, to: cursor.position)
    }
  }

  /// Moves to the next byte that may start something; false at the end.
  private mutating func skipToNextOfInterest() -> Bool {
    var index = cursor.position
    let (bytes, end) = (cursor.bytes, cursor.end)
    while index < end {
      let byte = bytes[index]
      if Self.isOfInterest(byte) {
        // The `m` of `import` and `canImport` stands for the words: no other letter of theirs is
        // rarer, and the `p` behind it rules out nearly all others.
        if byte != UInt8(ascii: "m") || (index + 1 < end && bytes[index + 1] == UInt8(ascii: "p")) {
          cursor.position = index
          return true
        }
      }
      index += 1
    }
    cursor.position = end
    return false
  }

  @inline(__always)
  private static func isOfInterest(_ byte: UInt8) -> Bool {
    // A bit per ASCII character: `"` `#` `'` `/` in the lower word, `@` `` ` `` `m` in the upper.
    let low: UInt64 = 1 << 0x22 | 1 << 0x23 | 1 << 0x27 | 1 << 0x2F
    let high: UInt64 = 1 << (0x40 - 64) | 1 << (0x60 - 64) | 1 << (0x6D - 64)
    let word = byte < 64 ? low : high
    return byte < 128 && (word &>> UInt64(byte & 63)) & 1 == 1
  }
}

// MARK: Words

extension SwiftImportScanner {
  /// Reads what the `m` under the cursor is part of.
  private mutating func readWord() {
    let middle = cursor.position
    cursor.position += 1
    guard cursor.has("mport", at: middle), !cursor[middle + 5].isIdentifier else { return }
    if cursor[middle - 1] == UInt8(ascii: "i"), startsWord(at: middle - 1) {
      cursor.position = middle + 5
      readImport(at: middle - 1)
    } else if cursor.has("canI", at: middle - 4), startsWord(at: middle - 4) {
      cursor.position = middle + 5
      readCanImport(at: middle - 4)
    }
  }

  /// Whether a keyword may start here: not inside an identifier, nor as a member (`.import`).
  private func startsWord(at index: Int) -> Bool {
    let before = cursor[index - 1]
    return before != UInt8(ascii: ".")
      && (!before.isIdentifier || (index == 3 && cursor.has("\u{FEFF}", at: 0)))
  }

  private mutating func readAttribute() {
    cursor.position += 1
    skipBlanks()
    let start = cursor.position
    guard skipIdentifier() else { return }
    if cursor.position - start == 8, cursor.has("testable", at: start) { isTestable = true }
    if cursor.position - start == 4, cursor.has("Test", at: start) { passed?.testAttributes.append(start) }
  }

  private mutating func readImport(at start: Int) {
    skipTrivia()
    guard var name = readName() else { return }
    if !name.isRaw, Self.declarationKinds.contains(name.text) {
      skipTrivia()
      guard let module = readName() else { return }
      name = module
    }
    guard !isParameterName() else { return }
    add(name.text, .module, at: start)
    isTestable = false
  }

  private static let declarationKinds: Set<String> = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  /// Whether a single colon follows, as in `func load(import data: Data)`. The double colon of
  /// `import struct A::B` is no such sign.
  private func isParameterName() -> Bool {
    var next = cursor.position
    while cursor[next].isBlank { next += 1 }
    return cursor[next] == UInt8(ascii: ":") && cursor[next + 1] != UInt8(ascii: ":")
  }

  private mutating func readCanImport(at start: Int) {
    skipTrivia()
    guard cursor.byte == UInt8(ascii: "(") else { return }
    cursor.position += 1
    skipTrivia()
    if let name = readName() { add(name.text, .canImport, at: start) }
  }

  private mutating func add(_ module: String, _ kind: SourceImport.Kind, at start: Int) {
    let testable = kind == .module && isTestable
    imports.append(
      SourceImport(module: module, kind: kind, isTestable: testable, line: cursor.line(at: start)))
  }

  /// The identifier under the cursor, in backticks or not; nil, and no move, when there is none.
  private mutating func readName() -> (text: String, isRaw: Bool)? {
    let start = cursor.position
    if cursor.byte == .backtick {
      skipRawIdentifier()
      guard cursor.position > start + 2 else { return nil }
      return (cursor.text(from: start + 1, to: cursor.position - 1), true)
    }
    guard !cursor.byte.isDigit, skipIdentifier() else { return nil }
    return (cursor.text(from: start, to: cursor.position), false)
  }

  private mutating func skipIdentifier() -> Bool {
    let start = cursor.position
    while cursor.byte.isIdentifier { cursor.position += 1 }
    return cursor.position > start
  }
}
