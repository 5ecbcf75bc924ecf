import Base
import Foundation
import TestSupport
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test("as Foundation writes and reads it", arguments: 0..<70)
  func roundTrip(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = Base64.text(of: bytes)
    #expect(text == Data(bytes).base64EncodedString())
    #expect(Base64.bytes(text.utf8) == bytes)
  }

  @Test(
    "what nobody would have written is none",
    arguments: ["A", "AB", "ABC", "=", "====", "A===", "AB=C", "AB==AB==", "A*==", "AR==", "AAB="])
  func refused(_ text: String) {
    #expect(Base64.bytes(text.utf8) == nil)
  }
}
