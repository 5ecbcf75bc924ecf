import Base
import TestSupport
import Testing

@testable import SwiftSources

@Suite("Manifests: the binary form")
struct ManifestCodingTests {
  @Test(arguments: 0..<60)
  func `what is written is read again, and no shorter`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let manifest = PackageManifest.random(&generator)
    let bytes = manifest.encoded
    #expect(PackageManifest(decoding: bytes[...]) == manifest)
    let cut = Int.random(in: 0..<bytes.count, using: &generator)
    var shortened = ByteReader(bytes[..<cut])
    #expect(throws: ByteReader.Damage.self) { try shortened.value(PackageManifest.self) }
  }
}
