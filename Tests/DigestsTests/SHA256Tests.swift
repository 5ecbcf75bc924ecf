import Base
import Foundation
import TestSupport
import Testing

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func knownAnswers(text: String, digest: String) {
    #expect(SHA256.digest(of: text.utf8).description == digest)
    #expect(SHA256.digest(of: Array(text.utf8)).bytes.count == 32)
  }

  /// Lengths on both sides of the block size, contents at random, against the system's tool.
  @Test func agreesWithTheSystemsTool() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 3)
    let lengths = [1, 55, 56, 63, 64, 65, 127, 128, 1000, 65_537]
    var contents: [[UInt8]] = []
    for (number, length) in lengths.enumerated() {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try Data(bytes).write(to: URL(filePath: folder.path("f\(number)")))
      contents.append(bytes)
    }
    #if os(macOS)
      let tool = ["shasum", "-a", "256"]
    #else
      let tool = ["sha256sum"]
    #endif
    let output = try OracleTool.output(of: tool + lengths.indices.map { "f\($0)" }, in: folder)
    let expected = output.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0.prefix(64), as: UTF8.self) }
    #expect(contents.map { SHA256.digest(of: $0).description } == expected)
  }

  @Test func piecesGiveTheDigestOfTheWhole() {
    var generator = SeededGenerator(seed: 4)
    let bytes = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for _ in 0..<20 {
      let hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...700, using: &generator))
        // Collections without contiguous storage take another path.
        if piece.count % 2 == 0 { hash.update(piece) } else { hash.update(piece.lazy.map { $0 }) }
        rest = rest.dropFirst(piece.count)
      }
      #expect(hash.finish() == SHA256.digest(of: bytes))
    }
  }
}
