import TestSupport
import Testing

@testable import Workspace

@Suite("Manifests: the binary form")
struct ManifestCodingTests {
  @Test(arguments: 0..<60)
  func `what is written is read again, and no shorter`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let manifest = PackageManifest.random(&generator)
    var writer = ByteWriter()
    manifest.write(to: &writer)
    var reader = ByteReader(writer.bytes[...])
    #expect(try reader.value(PackageManifest.self) == manifest)
    #expect(reader.isAtEnd)
    let cut = Int.random(in: 0..<writer.bytes.count, using: &generator)
    var shortened = ByteReader(writer.bytes[..<cut])
    #expect(throws: ByteReader.Damage.self) { try shortened.value(PackageManifest.self) }
  }

  @Test(arguments: [0, 1, 127, 128, 300, Int.max, -1, Int.min])
  func `counts`(value: Int) throws {
    var writer = ByteWriter()
    writer.count(value)
    var reader = ByteReader(writer.bytes[...])
    #expect(try reader.count() == value)
  }
}
