import IndexStore

/// A declaration where it is written: the words in front of it, and what it says before its body.
struct WrittenDeclaration: Sendable {
  let source: SourceText
  /// Where the name stands.
  let name: Int
  /// `struct`, `func`, `var`; empty for what is its own keyword, as `init`.
  let keyword: String
  /// Where modifiers begin, attributes left out; the keyword where there are none.
  let start: Int
  let modifiers: [Modifier]

  struct Modifier: Sendable, Hashable {
    let word: String
    let range: Range<Int>
  }

  init?(_ declaration: IndexedFile.Declaration, in source: SourceText) {
    guard let name = source.offset(line: declaration.line, column: declaration.column) else { return nil }
    self.source = source
    self.name = name
    var reader = BackwardReader(source: source, at: name)
    switch declaration.kind {
    case .initializer, .deinitializer: (keyword, start) = ("", name)
    case _ where declaration.subkind == .subscript: (keyword, start) = ("", name)
    default:
      guard let found = reader.keyword() else { return nil }
      (keyword, start) = (found.word, found.range.lowerBound)
    }
    modifiers = reader.modifiers()
  }

}

// MARK: Access

extension WrittenDeclaration {
  private static let accesses: Set = ["open", "public", "package", "internal", "fileprivate", "private"]

  /// The word that says who may use it.
  var access: Modifier? { modifiers.first { Self.accesses.contains($0.word) } }

  var isPrivate: Bool { access?.word == "private" || access?.word == "fileprivate" }

  var isPublic: Bool { access?.word == "public" || access?.word == "open" }

  /// What makes it `word`; nil when it says that already.
  func widening(to word: String) -> TextReplacement? {
    guard let access else {
      let place = modifiers.first?.range.lowerBound ?? start
      return TextReplacement(range: place..<place, text: "\(word) ")
    }
    if access.word == word || access.word == "open" { return nil }
    return TextReplacement(range: access.range, text: word)
  }
}

/// A piece of a text that another takes the place of.
package struct TextReplacement: Sendable, Hashable {
  /// Byte offsets in the text as it was.
  package let range: Range<Int>
  package let text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// None may lie in another. Insertions at one place keep their order.
  package static func apply(_ replacements: [TextReplacement], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    let sorted = replacements.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, replacement) in sorted where replacement.range.lowerBound >= at {
      result += bytes[at..<replacement.range.lowerBound] + Array(replacement.text.utf8)
      at = replacement.range.upperBound
    }
    return result + bytes[at...]
  }
}

// MARK: What it says

extension WrittenDeclaration {
  /// From the name to where the body, the value or the declaration ends.
  func header(_ kind: IndexSymbol.Kind) -> Range<Int> {
    let bytes = source.bytes
    let isValue = keyword == "var" || keyword == "let"
    let endsLine = isValue || keyword == "typealias" || keyword == "associatedtype" || keyword == "case"
    let end = source.end(from: name) { offset in
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: ";"): true
      case UInt8(ascii: "="): isValue
      case UInt8(ascii: "\n"): endsLine || !continues(after: offset)
      default: false
      }
    }
    return name..<end
  }

  /// What makes a type say that it conforms to one more protocol.
  func conforming(to name: String, _ kind: IndexSymbol.Kind) -> TextReplacement {
    let header = header(kind)
    var end = header.upperBound
    // What generic parameters are bound to stands behind what the type conforms to.
    if let clause = source.text(header).firstRange(of: " where ") {
      end = header.lowerBound + source.text(header)[..<clause.lowerBound].utf8.count
    }
    while end > header.lowerBound, SourceText.isSpace(source.bytes[end - 1]) { end -= 1 }
    var depth = 0
    let conforms = source.bytes[header.lowerBound..<end].contains { byte in
      if byte == UInt8(ascii: "<") { depth += 1 }
      if byte == UInt8(ascii: ">") { depth -= 1 }
      return byte == UInt8(ascii: ":") && depth == 0
    }
    return TextReplacement(range: end..<end, text: conforms ? ", \(name)" : ": \(name)")
  }

  /// Whether a declaration without a body goes on in the next line.
  private func continues(after newline: Int) -> Bool {
    let bytes = source.bytes
    let next = bytes[newline...].firstIndex { !SourceText.isSpace($0) } ?? bytes.count
    let last = bytes[..<newline].lastIndex { !SourceText.isSpace($0) }
    if let last, "=,:&>(".utf8.contains(bytes[last]), bytes[last] != UInt8(ascii: ">") || isArrow(last) {
      return true
    }
    let words = ["->", "where ", "{", "throws", "async", "rethrows", ",", ":", "&"]
    return words.contains { bytes[next...].starts(with: $0.utf8) }
  }

  private func isArrow(_ offset: Int) -> Bool { offset > 0 && source.bytes[offset - 1] == UInt8(ascii: "-") }
}

// MARK: Backwards

/// Reads the words in front of a name.
private struct BackwardReader {
  let source: SourceText
  var at: Int

  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "actor", "extension", "typealias", "associatedtype", "func", "var",
    "let",
    "case", "macro",
  ]

  private static let words: Set = [
    "open", "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "override",
    "mutating", "nonmutating", "lazy", "weak", "unowned", "required", "convenience", "dynamic", "indirect",
    "nonisolated", "isolated", "distributed", "consuming", "borrowing", "prefix", "postfix", "infix",
    "optional",
    "sending",
  ]

  /// The word that says what is declared: right in front of the name, or of the names before it in the same statement.
  mutating func keyword() -> WrittenDeclaration.Modifier? {
    var first = true
    while let word = word(crossingLines: first) {
      at = word.range.lowerBound
      if Self.keywords.contains(word.word) { return word }
      first = false
    }
    return nil
  }

  /// In the order of the text.
  mutating func modifiers() -> [WrittenDeclaration.Modifier] {
    var found: [WrittenDeclaration.Modifier] = []
    while let next = modifier() {
      found.append(next)
      at = next.range.lowerBound
    }
    return found.reversed()
  }

  private func modifier() -> WrittenDeclaration.Modifier? {
    let end = beforeSpaces(at)
    guard end > 0 else { return nil }
    let bytes = source.bytes
    var (wordEnd, hasArgument) = (end, false)
    if bytes[end - 1] == UInt8(ascii: ")") {
      guard let open = bytes[..<end].lastIndex(of: UInt8(ascii: "(")) else { return nil }
      (wordEnd, hasArgument) = (open, true)
    }
    let start = wordStart(wordEnd)
    guard start < wordEnd, start == 0 || bytes[start - 1] != UInt8(ascii: "@"),
      start == 0 || bytes[start - 1] != UInt8(ascii: ".")
    else { return nil }
    let word = source.text(start..<wordEnd)
    guard Self.words.contains(word), isOnTheWay(from: start, to: at) else { return nil }
    // `private(set)` says nothing of reading.
    return WrittenDeclaration.Modifier(word: hasArgument ? "\(word)()" : word, range: start..<end)
  }

  /// A line before may end in a word that looks like a modifier, as a case that is called `prefix`: it is one only where
  /// the line has nothing but modifiers and attributes.
  private func isOnTheWay(from start: Int, to end: Int) -> Bool {
    guard source.bytes[start..<end].contains(UInt8(ascii: "\n")) else { return true }
    let line = source.text(source.lineStart(at: start)..<start)
    return line.split(separator: " ").allSatisfy { Self.words.contains(String($0)) || $0.hasPrefix("@") }
  }

  private func beforeSpaces(_ offset: Int) -> Int {
    (source.bytes[..<offset].lastIndex { !SourceText.isSpace($0) } ?? -1) + 1
  }

  private func wordStart(_ end: Int) -> Int {
    (source.bytes[..<end].lastIndex { !SourceText.isWord($0) } ?? -1) + 1
  }

  /// The last word before the place; with `crossingLines` none but spaces may lie between.
  private func word(crossingLines: Bool) -> WrittenDeclaration.Modifier? {
    let bytes = source.bytes
    var end = beforeSpaces(at)
    if !crossingLines {
      let line = source.lineStart(at: at)
      while end > line, !SourceText.isWord(bytes[end - 1]) { end -= 1 }
      guard end > line else { return nil }
    }
    let start = wordStart(end)
    guard start < end else { return crossingLines ? word(crossingLines: false) : nil }
    return WrittenDeclaration.Modifier(word: source.text(start..<end), range: start..<end)
  }
}
