import Base
import TestSupport
import Testing

@Suite struct TextTests {
  @Test(
    arguments: [
      ([], ""), (Array("aü€😀".utf8), "aü€😀"), ([0xFF], "\\xff"), ([0x61, 0xC3], "a\\xc3"),
      ([0xC3, 0x61], "\\xc3a"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xC0, 0xAF], "\\xc0\\xaf"),
      ([0xF0, 0x9F, 0x98], "\\xf0\\x9f\\x98"),
      ([0xFF] + Array("ü".utf8) + [0x80], "\\xffü\\x80"),
    ] as [([UInt8], String)])
  func invalidBytesAreEscapedOneByOne(bytes: [UInt8], text: String) {
    #expect(Text.escapingInvalidUTF8(bytes) == text)
  }

  @Test func differentBytesWithoutBackslashesAreDifferentTexts() {
    var generator = SeededGenerator(seed: 6)
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        [0x61, 0xC3, 0xBC, 0xE2, 0x82, 0xAC, 0xFF].randomElement(using: &generator) ?? UInt8(0)
      }
      let text = Text.escapingInvalidUTF8(bytes)
      #expect(seen.updateValue(bytes, forKey: text) ?? bytes == bytes)
    }
  }

  @Test(arguments: [
    ("plain ü", "plain ü"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1B}[2J", "\\x1b[2J"), ("\u{7F}", "\\x7f"),
    ("\u{9B}31m", "\\xc2\\x9b31m"), ("\0", "\\x00"), ("\r\n", "\\r\\n"), ("e\u{301}\u{07}", "e\u{301}\\x07"),
  ])
  func controlsAreEscaped(text: String, shown: String) {
    #expect(Text.escapingControls(text) == shown)
  }

  @Test func hexOfEveryByte() {
    for byte in UInt8.min...UInt8.max {
      #expect(UInt8(Text.hex(byte), radix: 16) == byte)
      #expect(Text.hex(byte).count == 2)
    }
  }
}

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("paltforms", ["packages", "platforms"], "platforms"), ("Core", ["core", "CoreUI"], "core"),
    ("ingore", ["ignore", "global"], "ignore"), ("xyz", ["packages"], nil), ("a", ["b"], nil),
    ("", ["a"], nil), ("tag", [], nil), ("tset", ["test", "tags"], "test"), ("ab", ["ad", "ac"], "ac"),
  ])
  func suggests(name: String, candidates: [String], nearest: String?) {
    #expect(NearestName.suggestion(for: name, among: candidates) == nearest)
  }

  /// The optimal-string-alignment distance by its definition.
  private func naive(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
    guard let a = left.last, let b = right.last else { return left.count + right.count }
    let l = left.dropLast()
    let r = right.dropLast()
    var best = min(naive(l, right) + 1, naive(left, r) + 1, naive(l, r) + (a == b ? 0 : 1))
    if l.last == b, r.last == a, left.count > 1, right.count > 1 {
      best = min(best, naive(l.dropLast(), r.dropLast()) + 1)
    }
    return best
  }

  @Test func distanceIsThatOfTheDefinition() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          Character(["a", "b", "c"].randomElement(using: &generator) ?? "a")
        }
      }
      let distance = NearestName.distance(words[0], words[1])
      #expect(distance == naive(words[0][...], words[1][...]))
      #expect(distance == NearestName.distance(words[1], words[0]))
    }
  }
}
