/// The bytes of a Swift source with its tokens, which can be found by line and column.
struct SourceText: Sendable {
  let bytes: [UInt8]
  /// The tokens without comments.
  let tokens: [SourceToken]
  private let lines: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var tokens: [SourceToken] = []
    SwiftLexer.walk(bytes) { token in
      if token.kind != .comment { tokens.append(token) }
      return true
    }
    self.tokens = tokens
  }

  /// Returns the offset of a line and column, both from 1 as compilers count; nil outside of the text.
  func offset(line: Int, column: Int) -> Int? {
    guard lines.indices.contains(line - 1), column > 0 else { return nil }
    let offset = lines[line - 1] + column - 1
    return offset <= bytes.count ? offset : nil
  }

  /// Returns the first token that does not end before an offset.
  func token(at offset: Int) -> Int {
    var range = tokens.indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        tokens[middle].range.upperBound <= offset
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the text of a token; empty when there is no such token.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? String(decoding: bytes[tokens[index].range], as: UTF8.self) : ""
  }

  /// Returns the first line break between the token at `index` and the one before it.
  func newline(before index: Int) -> Int? {
    guard index > 0 else { return nil }
    let end = index < tokens.count ? tokens[index].range.lowerBound : bytes.count
    return bytes[tokens[index - 1].range.upperBound..<end].firstIndex(of: UInt8(ascii: "\n"))
  }

  var hasConditions: Bool { tokens.indices.contains { tokens[$0].kind == .directive && word($0) == "#if" } }
}

/// A declaration in its source: the words before it, and its header.
struct WrittenDeclaration: Sendable {
  let source: SourceText
  /// The token of its name.
  private let name: Int
  /// The keyword: `struct`, `func`, `var`. It is empty for an `init` and others without one.
  let keyword: String
  /// The access modifier; nil when there is none.
  let access: String?

  private static let accesses: Set = ["open", "public", "package", "internal", "fileprivate", "private"]

  init?(_ declaration: IndexedFile.Declaration, in source: SourceText) {
    guard let place = source.offset(line: declaration.line, column: declaration.column) else { return nil }
    self.source = source
    name = source.token(at: place)
    var start = name
    if declaration.kind == .initializer || declaration.kind == .deinitializer
      || declaration.subkind == .subscript
    {
      keyword = ""
    } else {
      guard let found = source.keyword(before: name) else { return nil }
      keyword = source.word(found)
      start = found
    }
    access = source.modifiers(before: start).first(where: Self.accesses.contains)
  }

  var isPublic: Bool { access == "public" || access == "open" }

  /// The range from the name to the body, the value or the end of the declaration.
  var header: Range<Int> {
    let isValue = keyword == "var" || keyword == "let"
    let endsLine = isValue || keyword == "typealias" || keyword == "associatedtype" || keyword == "case"
    guard source.tokens.indices.contains(name) else { return source.bytes.count..<source.bytes.count }
    let start = source.tokens[name].range.lowerBound
    var depth = 0
    for index in name..<source.tokens.count {
      let token = source.tokens[index]
      if index > name, depth == 0, let newline = source.newline(before: index),
        endsLine || !source.continues(at: index)
      {
        return start..<newline
      }
      guard token.kind == .symbol else { continue }
      switch (source.word(index), depth) {
      case ("{", 0), (";", 0): return start..<token.range.lowerBound
      case ("=", 0) where isValue: return start..<token.range.lowerBound
      case ("(", _), ("[", _), ("{", _): depth += 1
      case (")", 0), ("]", 0), ("}", 0): return start..<token.range.lowerBound
      case (")", _), ("]", _), ("}", _): depth -= 1
      default: break
      }
    }
    return start..<(source.newline(before: source.tokens.count) ?? source.bytes.count)
  }
}

extension SourceText {
  /// Returns true when a declaration without a body continues in the line that begins with a token.
  fileprivate func continues(at index: Int) -> Bool {
    let last = word(index - 1)
    if ["=", ",", ":", "&", "(", "where"].contains(last) || last == ">" && word(index - 2) == "-" {
      return true
    }
    let goesOn = word(index) == "-" && word(index + 1) == ">"
    return goesOn || ["where", "{", "throws", "async", "rethrows", ",", ":", "&"].contains(word(index))
  }

  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "actor", "extension", "typealias", "associatedtype", "func", "var",
    "let", "case", "macro",
  ]

  private static let modifiers: Set = [
    "open", "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "override",
    "mutating", "nonmutating", "lazy", "weak", "unowned", "required", "convenience", "dynamic", "indirect",
    "nonisolated", "isolated", "distributed", "consuming", "borrowing", "prefix", "postfix", "infix",
    "optional", "sending",
  ]

  /// Returns the keyword of a declaration. It is right before the name, or before other names on the same line.
  fileprivate func keyword(before name: Int) -> Int? {
    for index in tokens[..<min(name, tokens.count)].indices.reversed() {
      let isNear = index == name - 1 && tokens[index].kind == .word
      guard isNear || newline(before: index + 1) == nil else { return nil }
      if tokens[index].kind == .word, Self.keywords.contains(word(index)) { return index }
    }
    return nil
  }

  /// Returns the modifiers from the keyword outwards.
  fileprivate func modifiers(before start: Int) -> [String] {
    var found: [String] = []
    var next = min(start, tokens.count)
    while next > 0 {
      var index = next - 1
      let hasArgument = word(index) == ")"
      if hasArgument { index = (tokens[..<index].indices.last { word($0) == "(" } ?? 0) - 1 }
      guard index >= 0, tokens[index].kind == .word, Self.modifiers.contains(word(index)),
        word(index - 1) != "@", word(index - 1) != ".", isOnTheWay(index, to: next)
      else { break }
      // `private(set)` does not restrict reading.
      if !hasArgument { found.append(word(index)) }
      next = index
    }
    return found
  }

  /// A line before may end in a word that looks like a modifier, such as a case with the name `prefix`. The word is a
  /// modifier only when the line has nothing but modifiers and attributes.
  private func isOnTheWay(_ index: Int, to next: Int) -> Bool {
    guard (index + 1...next).contains(where: { newline(before: $0) != nil }) else { return true }
    let start = tokens[index].range.lowerBound
    let line = (bytes[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    return String(decoding: bytes[line..<start], as: UTF8.self).split(separator: " ")
      .allSatisfy { Self.modifiers.contains(String($0)) || $0.hasPrefix("@") }
  }
}
