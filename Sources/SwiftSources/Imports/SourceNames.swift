import Base

/// The names that a Swift source declares and uses, as far as its text alone tells. Text in strings and comments does
/// not count.
///
/// Only names with a capital letter count, since a name in lower case may be a variable.
package struct SourceNames: Sendable, Hashable {
  /// The types outside of other types that other files can name.
  package private(set) var types: Set<String> = []
  /// All declared names that other files may see: types at any depth, generic parameters, functions.
  package private(set) var visible: Set<String> = []
  /// The offset of the first use of each name that the file does not declare.
  package private(set) var uses: [String: Int] = [:]

  private var own: Set<String> = []

  /// Reads a source. All branches of `#if` count. A source whose braces or literals do not close has no types and no
  /// uses, since its text may have been misread.
  package init(in bytes: [UInt8]) {
    let (pieces, isWhole) = Self.pieces(of: bytes)
    let isBalanced = read(pieces)
    if !isBalanced || !isWhole { types = [] }
    uses = isWhole ? uses.filter { !own.contains($0.key) } : [:]
  }

  /// A word without its backticks, or a symbol.
  private struct Piece {
    let text: String
    let offset: Int
    /// True for a word that may be a keyword.
    let isPlain: Bool

    var isName: Bool { text.utf8.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? false }
  }

  private static func pieces(of bytes: [UInt8]) -> (pieces: [Piece], isWhole: Bool) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return ([], true) }
      let cursor = ByteCursor(bytes: base, end: buffer.count)
      var pieces: [Piece] = []
      let isWhole = SwiftLexer.walk(bytes) { token in
        let range = token.range
        if let word = cursor.name(token) {
          pieces.append(Piece(text: word, offset: range.lowerBound, isPlain: token.kind == .word))
        } else if token.kind == .symbol {
          let symbol = cursor.text(from: range.lowerBound, to: range.upperBound)
          pieces.append(Piece(text: symbol, offset: range.lowerBound, isPlain: false))
        }
        return true
      }
      return (pieces, isWhole)
    }
  }

  private static let typeWords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  private static let valueWords: Set = ["func", "macro", "var", "let"]
  private static let otherWords: Set = [
    "associatedtype", "init", "subscript", "case", "extension", "import", "deinit", "operator",
    "precedencegroup",
  ]

  /// Associated types and generic parameters of the standard library and of SwiftUI. A type may inherit such a name.
  private static let inherited: Set = [
    "Body", "Configuration", "Content", "Element", "Failure", "ID", "Index", "Indices", "Input", "Iterator",
    "Key", "Label", "Output", "RawValue", "SubSequence", "Success", "Value", "Wrapped",
  ]

  /// Returns true when each brace has its counterpart.
  private mutating func read(_ pieces: [Piece]) -> Bool {
    func text(_ index: Int) -> String { pieces.indices.contains(index) ? pieces[index].text : "" }
    // `...Name` is no member, unlike `.Name`.
    func isMember(_ index: Int) -> Bool { text(index - 1) == "." && text(index - 2) != "." }
    var (depth, isPrivate, isBalanced) = (0, false, true)
    // The cases that an enum declares are no types: `case Cart, Feed`. A pattern may name one: `case Cart.row`.
    func isCase(_ index: Int) -> Bool {
      var before = index - 1
      while text(before) == ",", pieces.indices.contains(before - 1), pieces[before - 1].isName {
        before -= 2
      }
      return text(before) == "case" && text(index + 1) != "."
    }
    for (index, piece) in pieces.enumerated() {
      switch piece.text {
      case "{", "}", ";":
        if piece.text == "{" { depth += 1 } else if piece.text == "}" { depth -= 1 }
        isBalanced = isBalanced && depth >= 0
        isPrivate = false
      case _ where piece.isName:
        let isImported =
          text(index - 1) == "import" || text(index - 2) == "canImport"
          || text(index - 2) == "import" && !pieces[index - 1].isName
        guard !isMember(index), !isImported, !isCase(index), !Self.inherited.contains(piece.text) else {
          continue
        }
        if uses[piece.text] == nil { uses[piece.text] = piece.offset }
      case _ where !piece.isPlain || isMember(index) || text(index - 1) == "import": continue
      case "private", "fileprivate":
        // `private(set)` does not restrict reading.
        if text(index + 1) != "(" { isPrivate = true }
      case let word:
        let isType = Self.typeWords.contains(word)
        guard isType || Self.valueWords.contains(word) || Self.otherWords.contains(word) else { continue }
        defer { isPrivate = false }
        for name in Self.parameters(of: index, in: pieces) { declare(name, isPrivate: isPrivate) }
        guard pieces.indices.contains(index + 1), pieces[index + 1].isName else { continue }
        // A pattern may begin with a type: `case let Name.one(value)`.
        let isPattern = (word == "let" || word == "var") && [".", "("].contains(text(index + 2))
        if word == "associatedtype" || isType || Self.valueWords.contains(word) && !isPattern {
          declare(text(index + 1), isPrivate: isPrivate)
        }
        if isType, depth == 0, !isPrivate { types.insert(text(index + 1)) }
      }
    }
    return isBalanced && depth == 0
  }

  private mutating func declare(_ name: String, isPrivate: Bool) {
    own.insert(name)
    if !isPrivate { visible.insert(name) }
  }

  /// Returns the generic parameters of the declaration whose keyword is at `index`.
  private static func parameters(of index: Int, in pieces: [Piece]) -> [String] {
    let isNameless = pieces[index].text == "init" || pieces[index].text == "subscript"
    var next = index + (isNameless ? 1 : 2)
    guard pieces.indices.contains(next), pieces[next].text == "<" else { return [] }
    var (names, depth) = ([String](), 0)
    while next < pieces.count {
      switch pieces[next].text {
      case "<": depth += 1
      case ">" where pieces[next - 1].text != "-":
        depth -= 1
        if depth == 0 { return names }
      case "{", "}": return names
      case _ where depth == 1 && pieces[next].isName && ["<", ",", "each"].contains(pieces[next - 1].text):
        names.append(pieces[next].text)
      default: break
      }
      next += 1
    }
    return names
  }
}

/// Finds the types that a Swift source declares or extends, at any depth.
package enum DeclaredTypes {
  private static let keywords: Set = ["class", "struct", "enum", "actor", "extension"]

  package static func names(in bytes: [UInt8]) -> Set<String> {
    bytes.withUnsafeBufferPointer { buffer in
      var names: Set<String> = []
      guard let base = buffer.baseAddress else { return names }
      var lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count))
      var isDeclared = false
      while let token = lexer.next() {
        let word = lexer.cursor.name(token)
        if isDeclared, let word { names.insert(word) }
        isDeclared = word.map(keywords.contains) ?? false
      }
      return names
    }
  }
}

/// Finds words in the code of a Swift source, interpolations included.
package enum WordSites {
  /// Returns the lines of each of `words`, each line once.
  package static func lines(of words: Set<String>, in bytes: [UInt8]) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var lexer = SwiftLexer(ByteCursor(bytes: base, end: buffer.count))
      while let token = lexer.next() {
        guard let word = lexer.cursor.name(token), words.contains(word) else { continue }
        let line = lexer.cursor.line(at: token.range.lowerBound)
        if found[word]?.last != line { found[word, default: []].append(line) }
      }
    }
    return found
  }
}
