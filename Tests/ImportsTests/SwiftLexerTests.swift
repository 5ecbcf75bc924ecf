import TestSupport
import Testing

@testable import SwiftSources

@Suite("Swift tokens")
struct SwiftLexerTests {
  @Test("Generated sources are split where they were put together", arguments: 1...6)
  func generated(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var source = TokenSource()
      source.code(.free, depth: 0, &random)
      let (tokens, isWhole) = Self.tokens(of: source.text)
      #expect(tokens == source.tokens, "\(source.text)")
      #expect(isWhole, "\(source.text)")
    }
  }

  @Test("Between the tokens of any text lie blanks alone", arguments: 1...4)
  func soup(seed: UInt64) {
    let fragments = [
      "\"", "\"\"\"", "#", "\\", "(", ")", "/", "*", "`", "'", "\n", "\r", " ", "a", "import", "{", "}",
      "\u{0}", "é",
      "\\(", "/*", "*/", "//", "#/", "\"#",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...30, using: &random)
      let text = (0..<count).map { _ in fragments[.random(in: 0..<fragments.count, using: &random)] }.joined()
      let bytes = Array(text.utf8)
      var last = text.hasPrefix("#!") ? bytes.firstIndex { $0.isLineBreak } ?? bytes.count : 0
      var isRight = true
      SwiftLexer.walk(bytes) { token in
        let start = token.range.lowerBound
        isRight = start >= last && !token.range.isEmpty && bytes[last..<start].allSatisfy(Self.isBlank)
        last = token.range.upperBound
        return isRight
      }
      #expect(isRight && bytes[last...].allSatisfy(Self.isBlank), "\(text.debugDescription)")
    }
  }

  @Test(
    "What is not closed is told, and what follows is code again",
    arguments: [
      "\"a\nb", "\"\\(a\nb", "\"\\(\"x\nb", "#/a\nb", "\"\\(a // )\"\nb", "\"\\(a /* \n */ )\"\nb",
      "\"\"\"\n \\(\"x\n \"\"\"\nb", "`a\nb",
    ])
  func unclosed(text: String) {
    let (tokens, isWhole) = Self.tokens(of: text)
    #expect(tokens.last == TokenSource.Token(kind: .word, text: "b"))
    #expect(isWhole == text.hasPrefix("`"))
  }

  @Test("The slash behind `func` is the operator that is declared")
  func slashFunction() {
    let (tokens, _) = Self.tokens(of: "func /(a: A, b: A) -> A { a/b }")
    #expect(!tokens.contains { $0.kind == .regex })
  }

  static func tokens(of text: String) -> ([TokenSource.Token], isWhole: Bool) {
    let bytes = Array(text.utf8)
    var tokens: [TokenSource.Token] = []
    let isWhole = SwiftLexer.walk(bytes) { token in
      tokens.append(.init(kind: token.kind, text: String(decoding: bytes[token.range], as: UTF8.self)))
      return true
    }
    return (tokens, isWhole)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: " ")
  }
}

/// A source that is put together from tokens.
struct TokenSource {
  struct Token: Equatable {
    let kind: SourceToken.Kind
    let text: String
  }

  enum Place {
    /// Outside of strings.
    case free
    /// In an interpolation of a string that spans lines, and of one that does not.
    case manyLines, oneLine
  }

  private(set) var text = ""
  private(set) var tokens: [Token] = []

  private mutating func add(_ kind: SourceToken.Kind, _ word: String) {
    text += word
    tokens.append(Token(kind: kind, text: word))
  }

  mutating func code(_ place: Place, depth: Int, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...(depth == 0 ? 12 : 3), using: &random) {
      piece(place, depth: depth, &random)
      text += place == .oneLine || Bool.random(using: &random) ? " " : "\n"
    }
  }

  private mutating func piece(_ place: Place, depth: Int, _ random: inout SeededGenerator) {
    let words = ["a", "import", "x1", "canImport", "größe", "$0", "17", "_"]
    let symbols = ["+", "{", "}", "[", "]", ",", ";", ":", ".", "=", "@", "?", "\\"]
    switch Int.random(in: 0..<(depth < 4 ? 11 : 4), using: &random) {
    case 0...1: add(.word, words[.random(in: 0..<words.count, using: &random)])
    case 2: add(.symbol, symbols[.random(in: 0..<symbols.count, using: &random)])
    case 3: add(.directive, "#if")
    case 4: add(.comment, place == .oneLine ? "/* \" /* ) */ \\( */" : "/* \" /*\n ) */ // */")
    case 5 where place != .oneLine:
      add(.comment, "// \" /* ) \"\"\"")
      text += "\n"
    case 6 where place == .free:
      let others: [(SourceToken.Kind, String)] = [
        (.quotedWord, "`say \"\"\" or /* (`"), (.regex, "/a\"[)]\\/(b)/"), (.regex, "#/ \" / \\/# (/#"),
        (.regex, "##/\n \"\"\" /# (\n/##"),
      ]
      let (kind, word) = others[.random(in: 0..<others.count, using: &random)]
      add(kind, word)
    case 7:
      add(.symbol, "(")
      code(place, depth: depth + 1, &random)
      add(.symbol, ")")
    default: string(place, depth: depth, &random)
    }
  }

  private mutating func string(_ place: Place, depth: Int, _ random: inout SeededGenerator) {
    let hashes = String(repeating: "#", count: max(0, .random(in: -2...2, using: &random)))
    // A string of one line cannot hold an interpolation with line breaks.
    let spansLines = place != .oneLine && Bool.random(using: &random)
    let quotes = spansLines ? "\"\"\"" : "\""
    var part = "\(hashes)\(quotes)\(spansLines ? "\n" : "")"
    var kind = SourceToken.Kind.string
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: part += " import A // "
      case 1: part += "\\\(hashes)\" /* "
      case 2: part += hashes.isEmpty ? "\\\\ " : "\\( \" "
      case 3: part += spansLines ? "\n \" \"\" ' `" : " ' ` ) "
      default:
        text += "\(part)\\\(hashes)"
        tokens.append(Token(kind: kind, text: "\(part)\\\(hashes)"))
        add(.symbol, "(")
        code(spansLines ? .manyLines : .oneLine, depth: depth + 1, &random)
        add(.symbol, ")")
        (kind, part) = (.stringRest, "")
      }
    }
    add(kind, "\(part)\(spansLines ? "\n" : "")\(quotes)\(hashes)")
  }
}
