import TestSupport
import Testing

@testable import Store

@Suite("Records as REAPI messages")
struct ActionResultTests {
  @Test("protoc reads what we write, and we read what protoc writes")
  func agreesWithProtoc() throws {
    let protoc = try Protoc()
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<40 {
      let result = Samples.result(&generator)
      let form = TextForm(result).text
      #expect(try protoc.text(of: result.encoded) == form)
      let theirs = try protoc.bytes(of: form)
      #expect(theirs == result.encoded)
      #expect(try ActionResult(decoding: theirs) == result)
    }
  }

  @Test("a result comes back as it was")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<2_000 {
      let result = Samples.result(&generator)
      #expect(try ActionResult(decoding: result.encoded) == result)
    }
  }

  /// Whatever we accept of changed bytes, protoc accepts with the same meaning.
  @Test("protoc understands every mutilated message that we accept as we do")
  func mutations() throws {
    let protoc = try Protoc()
    var generator = SeededGenerator(seed: 43)
    var accepted = 0
    for _ in 0..<4_000 where accepted < 25 {
      let bytes = Samples.mutilated(Samples.result(&generator).encoded, &generator)
      guard let result = try? ActionResult(decoding: bytes) else { continue }
      let again = try protoc.text(of: bytes)
      guard !again.isEmpty, !TextForm.hasUnknownFields(again) else { continue }
      accepted += 1
      #expect(again == TextForm(result).text)
    }
    #expect(accepted == 25)
  }

  @Test("no bytes at all are more than a message or an error")
  func noise() {
    var generator = SeededGenerator(seed: 44)
    var refused = 0
    for round in 0..<6_000 {
      let bytes =
        round % 2 == 0
        ? Samples.mutilated(Samples.result(&generator).encoded, &generator) : Samples.bytes(&generator)
      if (try? ActionResult(decoding: bytes)) == nil { refused += 1 }
    }
    #expect(refused > 2_000)
  }

  struct Malformed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let kind: ProtobufError.Kind

    init(_ name: String, _ bytes: [UInt8], _ kind: ProtobufError.Kind) {
      testDescription = name
      self.bytes = bytes
      self.kind = kind
    }
  }

  @Test(
    "what is no message is refused",
    arguments: [
      Malformed("a varint without an end", [0x20, 0xFF], .truncated),
      Malformed("a varint of eleven bytes", [0x20] + Array(repeating: 0x80, count: 10) + [0], .overlong),
      Malformed("a varint of more than 64 bits", [0x20] + Array(repeating: 0xFF, count: 9) + [2], .overlong),
      Malformed("a tag of more than 32 bits", [0xA0, 0x80, 0x80, 0x80, 0x80, 1, 0], .overlong),
      Malformed("field zero", [0x00, 0], .badTag),
      Malformed("wire type six", [0x26, 0], .badTag),
      Malformed("a length beyond the end", [0x2A, 5, 1], .truncated),
      Malformed("a length of 2^63", [0x2A] + Array(repeating: 0x80, count: 9) + [1], .truncated),
      Malformed("a length of 4 GiB", [0x2A, 0x80, 0x80, 0x80, 0x80, 0x10], .truncated),
      Malformed("a short fixed number", [0x79, 1, 2, 3], .truncated),
      Malformed("a group's end without its start", [0x7C], .badTag),
      Malformed("a group that ends as another", [0x7B, 0x74], .badTag),
      Malformed("a group without an end", [0x7B], .truncated),
      Malformed("a million groups in each other", Array(repeating: 0x7B, count: 1_000_000), .tooDeep),
      Malformed("a file without a digest", [0x12, 0], .badValue),
      Malformed("a path that is no text", [0x12, 3, 0x0A, 1, 0xFF], .badValue),
      Malformed("a digest that is none", [0x32, 3, 0x0A, 1, 0x61], .badValue),
    ])
  func malformed(_ test: Malformed) {
    #expect(throws: ProtobufError(test.kind)) { try ActionResult(decoding: test.bytes) }
  }

  @Test("fields of others are passed over, whatever their wire type")
  func unknownFields() throws {
    let result = ActionResult("known")
    let unknown: [UInt8] =
      [0xA0, 6, 9] + [0xA1, 6] + Array(repeating: 1, count: 8) + [0xA2, 6, 1, 7] + [0xA5, 6, 1, 2, 3, 4]
      + [0xA3, 6, 0x08, 1, 0xA4, 6]
      // The exit code as text.
      + [0x22, 1, 0x61]
    #expect(try ActionResult(decoding: unknown + result.encoded + unknown) == result)
  }

  @Test("contents that are not those of their digest are refused")
  func lyingContents() {
    var file = ActionResult()
    file.outputFiles = [.init(path: "a", contents: [1, 2])]
    file.outputFiles[0].contents = [1, 3]
    #expect(throws: ProtobufError(.badValue)) { try ActionResult(decoding: file.encoded) }
    var stream = ActionResult()
    stream.standardError = .init(raw: [1], digest: ContentDigest(of: [2]))
    #expect(throws: ProtobufError(.badValue)) { try ActionResult(decoding: stream.encoded) }
  }

  @Test("what a result needs is what does not lie in it")
  func neededBlobs() {
    var result = ActionResult("inline", needs: [ContentDigest(of: [1]), ContentDigest(of: [])])
    result.outputFiles.append(.init(path: "inline", contents: [5]))
    result.standardError = .init(digest: ContentDigest(of: [2]))
    result.standardOutput.digest = ContentDigest(of: result.standardOutput.raw)
    #expect(result.neededBlobs == [ContentDigest(of: [1]), ContentDigest(of: [2])])
  }
}

extension Samples {
  /// A few bytes changed, lost, doubled or cut off.
  static func mutilated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard let place = bytes.indices.randomElement(using: &generator) else { return bytes }
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }
}

extension TextForm {
  /// Fields that are not in the schema are shown by number.
  static func hasUnknownFields(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      line.drop { $0 == " " }.first?.isNumber ?? false
    }
  }
}
