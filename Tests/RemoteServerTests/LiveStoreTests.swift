import Base
import ServerSupport
import Store
import TestSupport
import Testing

@Suite("Stores on real servers")
struct LiveStoreTests {
  private let main = Namespace("main")

  @Test("what was sent is read back", arguments: LiveStore.Kind.expected)
  func roundTrip(_ kind: LiveStore.Kind) throws {
    let live = try LiveStore(kind)
    let store = try live.store
    let short = Array("short".utf8)
    var random = SeededGenerator(seed: 7)
    let long = (0..<300_000).map { _ in UInt8.random(in: 0..<20, using: &random) }
    let huge = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let blobs = [short, long, huge].map { ContentDigest(of: $0) }
    #expect(try store.missing(blobs, in: main) == Set(blobs))
    try store.writeShort([blobs[0]: short], in: main)
    try store.write(long, as: blobs[1], in: main)
    try store.write(huge, as: blobs[2], in: main)
    try store.write(huge, as: blobs[2], in: main)
    #expect(try store.missing(blobs, in: main) == [])
    #expect(try store.readShort([blobs[0]], in: main) == [blobs[0]: short])
    #expect(try store.read(blobs[1], in: main) == long)
    #expect(try store.read(blobs[2], in: main) == huge)
    let absent = ContentDigest(of: Array("absent".utf8))
    #expect(try store.readShort([absent], in: main) == [:])
    #expect(try store.read(absent, in: main) == nil)

    let key = SHA256.digest(of: "key".utf8)
    #expect(try store.record(key, in: main) == nil)
    var result = ActionResult()
    result.outputFiles = [.init(path: "long", digest: blobs[1]), .init(path: "short", contents: short)]
    try store.setRecord(result, for: key, in: main)
    #expect(try store.record(key, in: main)?.neededBlobs == [blobs[1]])
    #expect(try store.record(key, in: Namespace("pr-7")) == nil)
  }
}
