import Base
import TestSupport
import Testing

@Suite("The byte codec")
struct ByteCodingTests {
  @Test(arguments: [0, 1, 127, 128, 300, UInt64(1) << 62, .max])
  func `numbers have one form each`(value: UInt64) throws {
    var writer = ByteWriter()
    writer.unsigned(value)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.unsigned() == value)
    #expect(reader.isAtEnd)
  }

  @Test func `another form is refused, unless others may have written it`() throws {
    for bytes: [UInt8] in [
      [], [0x80], [0x80, 0], [UInt8](repeating: 0xFF, count: 10), [UInt8](repeating: 0x80, count: 20),
      [UInt8](repeating: 0xFF, count: 9) + [2],
    ] {
      var reader = ByteReader(bytes)
      #expect(throws: ByteReader.Damage.self) { try reader.unsigned() }
    }
    var padded = ByteReader([0x81, 0x80, 0])
    #expect(try padded.unsigned(padded: true) == 1)
  }

  @Test(arguments: [0, 1, -1, 63, -64, 300, Int.max, Int.min])
  func `numbers of either sign`(value: Int) throws {
    #expect(Int(decoding: value.encoded[...]) == value)
    #expect(Int64(decoding: Int64(value).encoded[...]) == Int64(value))
    var writer = ByteWriter()
    writer.fixed(value)
    #expect(writer.bytes.count == 8)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.fixed() == value)
  }

  @Test func `values of every kind`() {
    let texts = ["", "a", "ü\n"]
    #expect([String](decoding: texts.encoded[...]) == texts)
    #expect([String: Bool?](decoding: ["a": true, "b": nil].encoded[...]) == ["a": true, "b": nil])
    let paths: Set<RelativePath> = ["a/b", RelativePath([0xFF]), .root]
    #expect(Set<RelativePath>(decoding: paths.encoded[...]) == paths)
    #expect(String(decoding: [1, 0xFF][...]) == nil)
    #expect(Bool(decoding: [2][...]) == nil)
    #expect(Bool(decoding: [1, 0][...]) == nil)
  }

  @Test func `what has no order has one form`() {
    let numbers = (0..<50).map { "k\($0)" }
    #expect(Set(numbers).encoded == Set(numbers.reversed()).encoded)
    let pairs = numbers.map { ($0, $0) }
    #expect(
      Dictionary(uniqueKeysWithValues: pairs).encoded
        == Dictionary(uniqueKeysWithValues: pairs.reversed()).encoded)
  }

  @Test func `a length beyond the bytes is refused before anything is made of it`() {
    for length: Int in [2, 1 << 20, 1 << 40, .max] {
      var writer = ByteWriter()
      writer.count(length)
      let bytes = (writer.bytes + [0])[...]
      #expect([String](decoding: bytes) == nil)
      #expect([String: String](decoding: bytes) == nil)
      #expect(String(decoding: bytes) == nil)
    }
  }

  @Test(arguments: 0..<20)
  func `any bytes end with values or with an error`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 4 : 255), using: &random)
      }
      guard let value = [[String]?](decoding: bytes[...]) else { continue }
      #expect(value.encoded == bytes)
    }
  }
}
