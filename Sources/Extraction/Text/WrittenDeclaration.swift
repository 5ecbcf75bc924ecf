import IndexStore

/// A declaration where it is written: the words in front of it, and what it says before its body.
struct WrittenDeclaration: Sendable {
  let source: SourceText
  /// Where the name stands.
  private let name: Int
  /// `struct`, `func`, `var`; empty for what is its own keyword, as `init`.
  let keyword: String
  /// The word that says who may use it.
  let access: String?

  private static let accesses: Set = ["open", "public", "package", "internal", "fileprivate", "private"]

  init?(_ declaration: IndexedFile.Declaration, in source: SourceText) {
    guard let name = source.offset(line: declaration.line, column: declaration.column) else { return nil }
    self.source = source
    self.name = name
    var reader = BackwardReader(source: source, at: name)
    switch declaration.kind {
    case .initializer, .deinitializer: keyword = ""
    case _ where declaration.subkind == .subscript: keyword = ""
    default:
      guard let found = reader.keyword() else { return nil }
      keyword = found
    }
    access = reader.modifiers().first(where: Self.accesses.contains)
  }

  var isPublic: Bool { access == "public" || access == "open" }
}

// MARK: What it says

extension WrittenDeclaration {
  /// From the name to where the body, the value or the declaration ends.
  var header: Range<Int> {
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

  private struct Word {
    let text: String
    let start: Int
  }

  /// The word that says what is declared: right in front of the name, or of the names before it in the same statement.
  mutating func keyword() -> String? {
    var first = true
    while let word = word(crossingLines: first) {
      at = word.start
      if Self.keywords.contains(word.text) { return word.text }
      first = false
    }
    return nil
  }

  /// From the keyword outwards.
  mutating func modifiers() -> [String] {
    var found: [String] = []
    while let next = modifier() {
      found.append(next.text)
      at = next.start
    }
    return found
  }

  private func modifier() -> Word? {
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
    return Word(text: hasArgument ? "\(word)()" : word, start: start)
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
  private func word(crossingLines: Bool) -> Word? {
    let bytes = source.bytes
    var end = beforeSpaces(at)
    if !crossingLines {
      let line = source.lineStart(at: at)
      while end > line, !SourceText.isWord(bytes[end - 1]) { end -= 1 }
      guard end > line else { return nil }
    }
    let start = wordStart(end)
    guard start < end else { return crossingLines ? word(crossingLines: false) : nil }
    return Word(text: source.text(start..<end), start: start)
  }
}
