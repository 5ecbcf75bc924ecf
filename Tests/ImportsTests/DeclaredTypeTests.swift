import SwiftSources
import Testing

@Suite struct DeclaredTypeTests {
  @Test func typesAreFoundWhereverTheyStand() {
    let text = """
      // class Commented {}
      import struct Foundation.Data
      final class A: XCTestCase { struct B {}; class func make() {} }
      @Suite(.serialized) struct `C` { let text = "class D {}" }
      #if os(Linux)
      extension Outer.E { enum F {} }
      #endif
      let x = C.class
      """
    let names = DeclaredTypes.names(in: Array(text.utf8))
    #expect(names.isSuperset(of: ["A", "B", "C", "Outer", "F"]))
    #expect(names.isDisjoint(with: ["Commented", "D", "x", "text", "make"]))
    #expect(DeclaredTypes.names(in: []).isEmpty)
  }
}
