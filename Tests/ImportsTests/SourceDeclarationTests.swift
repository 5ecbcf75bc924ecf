import SwiftSources
import Testing

private struct DeclarationCase: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String
  let found: [String]

  var testDescription: String { title }

  init(_ title: String, _ text: String, _ found: String...) {
    (self.title, self.text, self.found) = (title, text, found)
  }
}

@Suite struct SourceDeclarationTests {
  private static let cases: [DeclarationCase] = [
    .init(
      "types", "public struct A {}\n\nopen class B {}\npublic actor C {}", "struct A 1", "class B 3",
      "actor C 4"),
    .init(
      "what is not public",
      "struct A { public class B {} }\nclass C {}\nprivate class D {}\npackage class E {}"),
    .init("nested", "public enum A {\n  public final class B {}\n  class C {}\n}", "enum A 1", "class A.B 2"),
    .init(
      "a public extension", "public extension A {\n  class B {}\n  internal class C {}\n}", "class A.B 2"),
    .init("an extension", "extension A.B {\n  public class C {}\n  class D {}\n}", "class A.B.C 2"),
    .init(
      "modifiers and attributes", "@available(macOS 13, *)\n@MainActor public final class A {}", "class A 2"),
    .init(
      "class members are no classes",
      "public struct A {\n  public class func f() {}\n  public class var x: Int { 1 }\n}", "struct A 1"),
    .init(
      "functions and variables outside of types",
      "public func f() {}\npublic let a = 1, b = 2\npublic private(set) var c = 1", "func f 1", "var a 2",
      "var c 3"),
    .init(
      "members are no functions", "public struct A { public func f() {}; public var x: Int { get { 1 } } }",
      "struct A 1"),
    .init("bodies", "public func f() {\n  class A {}\n  struct B { public class C {} }\n}", "func f 1"),
    .init(
      "closures", "public let a = { () -> Int in\n  class A {}\n  return 1 }()\npublic class B {}", "var a 1",
      "class B 4"),
    .init(
      "arguments", "public func f(_ a: () -> Void = { }, class: Int) {}\npublic class A {}", "func f 1",
      "class A 2"),
    .init(
      "comments and literals",
      "// public class A {}\n/* public class B { */\nlet a = \"public class C {\"\npublic class D {}",
      "class D 4"),
    .init(
      "a class-bound protocol", "public protocol A: class {\n  func f()\n}\npublic class B {}",
      "protocol A 1", "class B 4"),
    .init(
      "members called so", "let a = b.class\nlet c = d.public\npublic enum E { case `class`, actor }",
      "enum E 3"),
    .init("operators", "public func + (a: A, b: A) -> A { a }", "func + 1"),
    .init(
      "branches", "#if os(Linux)\npublic class A {}\n#else\npublic class B {}\n#endif", "class A 2",
      "class B 4"),
    .init("names in backticks", "public struct `A` {}", "struct A 1"),
    .init(
      "aliases and macros",
      "public typealias A = Int\n@freestanding(expression) public macro m() = #externalMacro(module: \"X\", type: \"Y\")",
      "typealias A 1", "macro m 2"),
  ]

  @Test(arguments: cases)
  private func whatOthersCanNameIsFound(_ one: DeclarationCase) {
    let found = SourceDeclarations(in: Array(one.text.utf8))
    #expect(found.declarations.map { "\($0.kind.rawValue) \($0.name) \($0.line)" } == one.found)
    #expect(!found.isDoubtful)
  }

  @Test func statementsThatNoSymbolGraphHas() {
    let text = """
      @_exported import A
      import B
      @_exported  public  import C
      infix operator +++: P
      precedencegroup P {
        associativity: left
      }
      func f() { let operator_ = 1 }
      """
    #expect(
      SourceDeclarations(in: Array(text.utf8)).statements == [
        "@_exported import A", "@_exported public import C", "infix operator +++: P",
        "precedencegroup P { associativity: left }",
      ])
  }

  @Test(arguments: ["public struct A {", "}", "let a = \"\"\"\n", "func f(", ""])
  func nothingCrashesAndWhatDoesNotCloseIsSaid(_ text: String) {
    #expect(SourceDeclarations(in: Array(text.utf8)).isDoubtful == !text.isEmpty)
  }

  @Test func wordsAreFoundWhereTheyStand() {
    let text = "import Cart\n// Cart\nlet a = Cart() + Cart.b\nlet b = \"\\(Cart.c)\"\nlet Carts = 1"
    #expect(WordSites.lines(of: ["Cart"], in: Array(text.utf8)) == ["Cart": [1, 3, 4]])
  }

  @Test func wordsInTextAreNone() {
    let text =
      "let a = \"Cart \\(b.`Cart`) Cart\"\nlet b = #\"\\(Cart)\"#\nlet c = #\"\\#(Cart)\"#\nlet `Cart` = /Cart/"
    #expect(WordSites.lines(of: ["Cart"], in: Array(text.utf8)) == ["Cart": [1, 3, 4]])
  }

  private static let marked: [(text: String, marks: [String: Set<String>])] = [
    ("public struct A: ~Copyable {}", ["A": ["~Copyable"]]),
    (
      "public enum A<T: ~Copyable>: Sendable, ~Copyable, ~Escapable where T: ~Copyable {}",
      ["A": ["~Copyable", "~Escapable"]]
    ),
    ("struct A: ~Copyable {}\npublic struct B<T: ~Copyable> {}", [:]),
    ("public enum N {\n  public struct A: /* not: */\n    ~Copyable {}\n}", ["N.A": ["~Copyable"]]),
    ("extension A: @MainActor Equatable, @unchecked Sendable {}", ["A": ["@MainActor Equatable"]]),
    ("public struct A { let a = ~1; var b: Int { ~a } }", [:]),
  ]

  @Test(arguments: marked)
  func whatTypesSayOfWhatTheyInherit(_ text: String, _ marks: [String: Set<String>]) {
    #expect(SourceDeclarations(in: Array(text.utf8)).marks == marks)
  }
}
