import IndexStore
import Support
import Testing

@testable import Extraction

/// Access and conformances, written where the index says that a name stands.
@Suite struct WrittenDeclarationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: IndexSymbol.Kind
    /// With the name in `<>`.
    let before: String
    let after: String

    init(_ kind: IndexSymbol.Kind, _ before: String, _ after: String) {
      (self.kind, self.before, self.after) = (kind, before, after)
    }

    var testDescription: String { before }
  }

  private func text(_ marked: String, _ kind: IndexSymbol.Kind) throws -> (
    WrittenDeclaration, IndexedFile.Declaration, [UInt8]
  ) {
    let open = try #require(marked.firstRange(of: "‹"))
    let plain = marked.filter { $0 != "‹" && $0 != "›" }
    let before = marked[..<open.lowerBound]
    let line = before.filter { $0 == "\n" }.count + 1
    let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "").utf8.count + 1
    let declaration = IndexedFile.Declaration(
      usr: "u", name: "n", kind: kind, subkind: .none, line: line, column: column, isImplicit: false,
      parent: nil,
      overrides: [])
    let bytes = Array(plain.utf8)
    return (try #require(WrittenDeclaration(declaration, in: SourceText(bytes))), declaration, bytes)
  }

  @Test(
    arguments: [
      Case(.struct, "struct ‹P› {}", "public struct P {}"),
      Case(.struct, "@MainActor struct ‹P› {}", "@MainActor public struct P {}"),
      Case(.class, "@objc(P)\nfinal class ‹P› {}", "@objc(P)\npublic final class P {}"),
      Case(.enum, "indirect enum ‹P› {}", "public indirect enum P {}"),
      Case(.struct, "internal struct ‹P› {}", "public struct P {}"),
      Case(.struct, "package struct ‹P› {}", "public struct P {}"),
      Case(.staticMethod, "  static func ‹f›() {}", "  public static func f() {}"),
      Case(.instanceProperty, "  private(set) var ‹a› = 1", "  public private(set) var a = 1"),
      Case(.instanceProperty, "  lazy var ‹a› = 1", "  public lazy var a = 1"),
      Case(.instanceProperty, "  let b = 1, ‹a› = 2", "  public let b = 1, a = 2"),
      Case(.initializer, "  required ‹init›() {}", "  public required init() {}"),
      Case(
        .instanceMethod, "  @discardableResult\n  mutating func ‹f›() -> Int { 1 }",
        "  @discardableResult\n  public mutating func f() -> Int { 1 }"),
      Case(.typealias, "typealias ‹T› = Int", "public typealias T = Int"),
      Case(.function, "prefix func ‹!›(a: P) -> P { a }", "public prefix func !(a: P) -> P { a }"),
      Case(.struct, "public struct ‹P› {}", "public struct P {}"),
      Case(.class, "open class ‹P› {}", "open class P {}"),
    ])
  func widening(_ one: Case) throws {
    let (text, _, bytes) = try text(one.before, one.kind)
    let changed = TextReplacement.apply([text.widening(to: "public")].compactMap(\.self), to: bytes)
    #expect(String(decoding: changed, as: UTF8.self) == one.after)
  }

  @Test(
    arguments: [
      Case(.struct, "struct ‹P› {}", "struct P: Sendable {}"),
      Case(.struct, "struct ‹P›{}", "struct P: Sendable{}"),
      Case(
        .enum, "enum ‹P›: String, CaseIterable { case a }",
        "enum P: String, CaseIterable, Sendable { case a }"),
      Case(.struct, "struct ‹P›<T: Hashable> {}", "struct P<T: Hashable>: Sendable {}"),
      Case(.struct, "struct ‹P›<T> where T: Hashable {}", "struct P<T>: Sendable where T: Hashable {}"),
      Case(.struct, "struct ‹P›<T>: Q where T: Hashable {}", "struct P<T>: Q, Sendable where T: Hashable {}"),
      Case(.struct, "struct ‹P›\n{\n}", "struct P: Sendable\n{\n}"),
    ])
  func conforming(_ one: Case) throws {
    let (text, declaration, bytes) = try text(one.before, one.kind)
    let changed = TextReplacement.apply([text.conforming(to: "Sendable", declaration.kind)], to: bytes)
    #expect(String(decoding: changed, as: UTF8.self) == one.after)
  }
}
