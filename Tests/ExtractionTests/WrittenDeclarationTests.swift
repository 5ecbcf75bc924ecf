import Testing

@testable import SwiftSources

/// Access, read where the index says that a name stands.
@Suite struct WrittenDeclarationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: IndexSymbol.Kind
    /// With the name in `‹›`.
    let text: String
    let keyword: String
    let access: String?

    init(_ kind: IndexSymbol.Kind, _ text: String, _ keyword: String, _ access: String?) {
      (self.kind, self.text, self.keyword, self.access) = (kind, text, keyword, access)
    }

    var testDescription: String { text }
  }

  @Test(
    arguments: [
      Case(.struct, "struct ‹P› {}", "struct", nil),
      Case(.struct, "@MainActor struct ‹P› {}", "struct", nil),
      Case(.class, "@objc(P)\nfinal public class ‹P› {}", "class", "public"),
      Case(.enum, "indirect enum ‹P› {}", "enum", nil),
      Case(.struct, "internal struct ‹P› {}", "struct", "internal"),
      Case(.struct, "package struct ‹P› {}", "struct", "package"),
      Case(.staticMethod, "  static func ‹f›() {}", "func", nil),
      Case(.instanceProperty, "  private(set) var ‹a› = 1", "var", nil),
      Case(.instanceProperty, "  public private(set) var ‹a› = 1", "var", "public"),
      Case(.instanceProperty, "  public let b = 1, ‹a› = 2", "let", "public"),
      Case(.initializer, "  public required ‹init›() {}", "", "public"),
      Case(.instanceMethod, "  @discardableResult\n  mutating func ‹f›() -> Int { 1 }", "func", nil),
      Case(.enumCase, "  case public\n  case ‹a›", "case", nil),
      Case(.function, "public prefix func ‹!›(a: P) -> P { a }", "func", "public"),
      Case(.class, "open class ‹P› {}", "class", "open"),
    ])
  func access(_ one: Case) throws {
    let open = try #require(one.text.firstRange(of: "‹"))
    let before = one.text[..<open.lowerBound]
    let line = before.filter { $0 == "\n" }.count + 1
    let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "").utf8.count + 1
    let declaration = IndexedFile.Declaration(
      usr: "u", name: "n", kind: one.kind, subkind: .none, line: line, column: column, isImplicit: false,
      parent: nil, overrides: [])
    let source = SourceText(Array(one.text.filter { $0 != "‹" && $0 != "›" }.utf8))
    let written = try #require(WrittenDeclaration(declaration, in: source))
    #expect(written.keyword == one.keyword && written.access == one.access)
  }

  @Test(
    arguments: [
      ("func ", "f(a: A = \"{\")", " { }"), ("func ", "f() -> A<B>\nwhere\n  B: C", " {}"),
      ("class ", "A:  // of (these,\n  B", " {"), ("let ", "a: A", "  // the {\nlet b = 1"),
      ("let ", "a: A", " = { b }"),
      ("func ", "/(a: A, b: A) -> A", " { a/b }"), ("func ", "`a { b`()", " {}"),
      ("var ", "a: [A: (B) -> C]", "; c"),
    ])
  func header(_ before: String, _ header: String, _ after: String) throws {
    let declaration = IndexedFile.Declaration(
      usr: "u", name: "n", kind: .function, subkind: .none, line: 1, column: before.utf8.count + 1,
      isImplicit: false, parent: nil, overrides: [])
    let source = SourceText(Array("\(before)\(header)\(after)".utf8))
    let range = try #require(WrittenDeclaration(declaration, in: source)).header
    let text = String(decoding: source.bytes[range], as: UTF8.self)
    #expect(
      text.split { $0 == " " }.joined() == header.split { $0 == " " }.joined()
        || text == "\(header)  // the {")
  }
}
