import SwiftSources
import Testing

@Suite struct SourceNamesTests {
  private func names(_ text: String) -> SourceNames { SourceNames(in: Array(text.utf8)) }

  @Test func typesOutsideOfOthersAreDeclared() {
    let names = names(
      """
      // struct Commented {}
      import struct Foundation.Data
      public final class A { struct Nested {}; class func Make() {} }
      private struct Hidden {}
      fileprivate @MainActor final class Shy {}
      @Suite(.serialized) struct `B` { private(set) var x = "struct Text {}" }
      #if os(Linux)
      extension Outer { enum Inside {} }
      typealias Pair = (Int, Int)
      #endif
      protocol P<Item> { associatedtype Other }
      """)
    #expect(names.types == ["A", "B", "Pair", "P"])
    #expect(names.visible == ["A", "B", "Pair", "P", "Nested", "Make", "Inside", "Item", "Other"])
  }

  @Test func casesOfAnEnumAreNoUses() {
    #expect(names("enum Tab { case Cart, Feed; case Shop(Basket) }").uses.keys.sorted() == ["Basket"])
    #expect(names("func f() { if case Cart.row = x {} }").uses.keys.sorted() == ["Cart"])
  }

  @Test func usesAreNamesThatMeanATypeOfAnotherFile() {
    let names = names(
      """
      import Module
      @testable import enum Module2.Case
      #if canImport(Module3)
      extension Extended: Inherited {}
      #endif
      struct Own<T: Bound, each Rest> where T.Member: Condition { private struct Mine { let own: Own<T, Mine> } }
      func generic<Free>(_ free: Free, _ closure: (Argument) -> Result) { free.Method(\\Path.Component) }
      let text = "Quoted \\(Interpolated.value) Quoted", range = Start.a...End.b
      /* Commented */ let value = `Escaped`.case
      switch value { case let Pattern.one(x): break; case .Member: break }
      extension Array where Element == Int { subscript<Sub>(_ sub: Sub) -> Key { 0 } }
      """)
    #expect(
      Set(names.uses.keys) == [
        "Extended", "Inherited", "Bound", "Condition", "Argument", "Result", "Path", "Interpolated", "Start",
        "End", "Escaped", "Pattern", "Array", "Int",
      ])
  }

  @Test func theFirstUseIsKept() {
    #expect(names("let a: Row\nlet b: Row").uses == ["Row": 7])
  }

  @Test(arguments: ["struct A { }\n}\nstruct B {}", "struct A {", "struct A {}\n/* open"])
  func aFileThatMayHaveBeenMisreadDeclaresNothing(text: String) {
    #expect(names(text).types == [])
  }

  @Test func aFileWithAnOpenLiteralUsesNothing() {
    #expect(names("let a: Row = \"open\nlet b: Line").uses == [:])
    #expect(names("").uses == [:])
  }
}
