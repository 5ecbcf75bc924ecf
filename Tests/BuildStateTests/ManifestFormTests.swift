import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The form of a manifest")
struct ManifestFormTests {
  private static func random(_ seed: UInt64) -> Manifest {
    var random = SeededGenerator(seed: seed)
    func number() -> Int { Int.random(in: 0...(1 << Int.random(in: 0..<62, using: &random)), using: &random) }
    func digest() -> SHA256Digest { SHA256.digest(of: "\(number())".utf8) }
    var manifest = Manifest(
      key: digest(), growth: Manifest.Growth(steps: number(), stored: number(), raw: number()))
    for index in 0..<8 {
      manifest.blobs.append(ContentDigest(hash: digest(), size: number()))
      let prefix = Manifest.Slice(frame: number(), offset: number(), size: 1 + number())
      manifest.frames.append(
        Manifest.Frame(
          blob: number(), offset: number(), stored: number(), raw: number(),
          prefix: index % 2 == 0 ? nil : prefix))
      let path = RelativePath(unchecked: Array("folder/\(index)/\(number())".utf8))
      let time = FileTime(nanoseconds: Int64(number()) - Int64(number()))
      let contents: [Manifest.Content] = [
        .folder, .link(Array("to \(number())".utf8)), .file(prefix, digest()),
        .file(Manifest.Slice(frame: 0, offset: 0, size: 0), digest()),
      ]
      manifest.outputs.append(
        Manifest.Output(path: path, permissions: 0o751, modified: time, content: contents[index % 4]))
      manifest.inputs.append(StateInput(path: path, size: number(), modified: time, digest: digest()))
    }
    return manifest
  }

  @Test("What is written is read", arguments: 0..<100)
  func bothWays(_ seed: Int) {
    let manifest = Self.random(UInt64(seed))
    guard manifest.rawBytes != nil else { return }
    #expect(Manifest(decoding: manifest.encoded) == manifest)
  }

  @Test("No part of it, and nothing after it, is read")
  func truncated() {
    let encoded = Self.random(1).encoded
    for length in encoded.indices { #expect(Manifest(decoding: Array(encoded[..<length])) == nil) }
    #expect(Manifest(decoding: encoded + [0]) == nil)
  }

  @Test("Any bytes end with a manifest or with none", arguments: 0..<20)
  func anyBytes(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let encoded = Self.random(UInt64(seed)).encoded
    for _ in 0..<500 {
      var bytes = encoded
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let manifest = Manifest(decoding: bytes) else { continue }
      try? ManifestRules(scratch: "/s").check(manifest)
      // Nothing can be said in two ways.
      #expect(manifest.encoded == bytes)
    }
  }

  @Test("Paths that share their beginnings cannot fill the memory")
  func pathBudget() {
    let manifest = Self.random(1)
    let needed = (manifest.outputs.map(\.path) + manifest.inputs.map(\.path)).reduce(0) {
      $0 + $1.bytes.count
    }
    #expect(Manifest(decoding: manifest.encoded, pathBudget: needed) == manifest)
    #expect(Manifest(decoding: manifest.encoded, pathBudget: needed - 1) == nil)
  }

  @Test("200,000 entries are read and held against the rules")
  func many() throws {
    let digest = SHA256.digest(of: [])
    var manifest = Manifest(key: digest, growth: Manifest.Growth(steps: 0, stored: 0, raw: 0))
    for folder in 0..<200 {
      manifest.outputs.append(.folder(String(format: "m%03d", folder)))
      for file in 0..<1000 {
        manifest.outputs.append(.file(String(format: "m%03d/f%04d.o", folder, file), digest, size: 0))
      }
    }
    let decoded = try #require(Manifest(decoding: manifest.encoded))
    try ManifestRules(scratch: "/s").check(decoded)
    #expect(decoded == manifest)
  }
}
