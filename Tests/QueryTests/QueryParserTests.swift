import Base
import TestSupport
import Testing

@testable import Graph

@Suite("The language of queries")
struct QueryParserTests {
  /// Both are understood as the same.
  @Test(
    "means what it looks like",
    arguments: [
      ("a & b | c", "(a & b) | c"),
      ("a | b & c", "a | (b & c)"),
      ("a intersect b union c except d", "a & b | c - d"),
      ("a + b", "a | b"),
      ("(((a)))", "a"),
      (" \n\ta ", "a"),
      ("a-b", "\"a-b\""),
      ("c++", "'c++'"),
      ("(a)-(b)", "a - b"),
      ("a -b", "a - b"),
      ("tag:layer:core", "tag(layer:core)"),
      ("team:core & kind:test", "owner(core) & kind(test)"),
      ("//Packages/{A,B}:*", "\"//Packages/{A,B}:*\""),
      ("deps( a , 2 )", "deps(a,2)"),
      ("all()", "all"),
      ("union | except", "\"union\" | \"except\""),
      ("changed(\"origin/main\")", "changed(origin/main)"),
      ("deps", "\"deps\""),
    ])
  func equal(_ text: String, _ other: String) throws {
    #expect(try QueryParser.parse(text) == QueryParser.parse(other))
  }

  @Test("what is taken away counts from left to right")
  func order() throws {
    let expected = QueryExpression.sum(
      word("a"),
      [
        .init(isTakenAway: true, expression: word("b")), .init(isTakenAway: false, expression: word("c")),
      ])
    #expect(try QueryParser.parse("a - b | c") == expected)
  }

  private func word(_ text: String) -> QueryExpression { .modules(QueryWord(text)) }

  @Test(
    "a name in quotes is nothing but a name",
    arguments: ["all", "tag:x", "a b", "a&b", "(", "-", "it's", "\u{E9}"])
  func quoted(_ name: String) throws {
    let expression = try QueryParser.parse("\"\(name)\"")
    #expect(expression == word(name))
    #expect(try QueryParser.parse(expression.description) == expression)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    /// Stands under what is wrong.
    let mark: String
    let message: String
    var nearest: String?

    init(_ text: String, _ mark: String, _ message: String, _ nearest: String? = nil) {
      self.text = text
      self.mark = mark
      self.message = message
      self.nearest = nearest
    }

    var testDescription: String { text }
  }

  @Test(
    "what cannot be read is pointed at",
    arguments: [
      Wrong("", "^", "the expression ends early: a name or a function is missing"),
      Wrong("a &", "   ^", "the expression ends early: a name or a function is missing"),
      Wrong("a & | b", "    ^", "a name or a function is missing here"),
      Wrong("a b", "  ^", "an operator is missing before this"),
      Wrong("(a", "^", "the parenthesis is never closed"),
      Wrong("a)", " ^", "this parenthesis closes nothing"),
      Wrong("a, b", " ^", "a comma may only separate arguments of a function"),
      Wrong("\u{E9} \"b", "  ^", "the quote is never closed"),
      Wrong("''", "^^", "the quotes are empty"),
      Wrong("dpes(a)", "^^^^", "there is no function 'dpes'", "deps"),
      Wrong("deps(rdesp(a))", "     ^^^^^", "there is no function 'rdesp'", "rdeps"),
      Wrong("deps()", "^^^^", "wrong arguments for 'deps': deps(E), deps(E, N)"),
      Wrong("deps(a, b)", "        ^", "the number of steps must be a whole number"),
      Wrong(
        "deps(a, 99999999999999999999)", "        ^^^^^^^^^^^^^^^^^^^^",
        "the number of steps must be a whole number"),
      Wrong("deps(a, 1, 2)", "^^^^", "wrong arguments for 'deps': deps(E), deps(E, N)"),
      Wrong("path(a)", "^^^^", "wrong arguments for 'path': path(A, B)"),
      Wrong("all(a)", "^^^", "wrong arguments for 'all': all, all()"),
      Wrong("tag()", "^^^", "wrong arguments for 'tag': tag(TAG)"),
      Wrong("tag:", "^^^^", "there is no name after 'tag:'"),
      Wrong("a & kind:tets", "         ^^^^", "there is no module kind 'tets'", "test"),
    ])
  func wrong(_ wrong: Wrong) throws {
    let error = try #require(throws: Failure.self) { try QueryParser.parse(wrong.text) }
    #expect(error.message == wrong.message)
    let guess = error.hints.first { $0.hasPrefix("did you mean") }
    #expect(guess == wrong.nearest.map { "did you mean \"\($0)\"?" })
    let place = try #require(error.excerpt).place
    let mark =
      String(repeating: " ", count: place.lowerBound) + String(repeating: "^", count: max(1, place.count))
    #expect(mark == wrong.mark)
  }

  @Test("however deep, long or odd, nothing traps")
  func hostile() throws {
    let deep = String(repeating: "(", count: 200_000)
    #expect(throws: Failure.self) { try QueryParser.parse(deep) }
    #expect(throws: Failure.self) {
      try QueryParser.parse(String(repeating: "deps(", count: 200_000) + "a")
    }
    let allowed = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(try QueryParser.parse(allowed) == word("a"))

    for sign in ["&", "|", "-"] {
      let long = String(repeating: "a \(sign) ", count: 50_000) + "a"
      let expression = try QueryParser.parse(long)
      #expect(expression.description.utf8.count > 50_000)
    }
    let error = try #require(throws: Failure.self) {
      try QueryParser.parse(String(repeating: "x", count: 1 << 20) + "(")
    }
    #expect(error.message.count < 300)

    let pool =
      Array("(),&|+-\"' ab:/*{}[]\\0\u{1B}\u{E9}\u{202E}\n").map(String.init) + [
        "deps(", "tag:", "all", "tests(",
      ]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        pool.randomElement(using: &generator)
      }.joined()
      do throws(Failure) {
        let expression = try QueryParser.parse(text)
        #expect(try QueryParser.parse(expression.description) == expression, "\(text)")
      } catch {
        #expect(error.excerpt?.place.upperBound ?? 0 <= text.unicodeScalars.count, "\(text)")
      }
    }
  }
}
