import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Keeping the store small")
struct PruneTests {
  private let fixture: StoreFixture
  private let store: LocalStore
  private static let start = 1_800_000_000
  private static let block = 4096

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.openFrozen(limit: 10 * Self.block)
  }

  /// Blobs of a block each, the first the oldest.
  private func blobs(_ count: Int) throws -> [ContentDigest] {
    let digests = (0..<count).compactMap { store.put(Array("blob \($0)".utf8)) }
    for (age, digest) in digests.reversed().enumerated() {
      try fixture.setTime(of: fixture.path(of: digest), to: Self.start - age * 100_000)
    }
    return digests
  }

  private func kept(_ digests: [ContentDigest]) -> [Int] {
    digests.indices.filter { FileManager.default.fileExists(atPath: fixture.path(of: digests[$0])) }
  }

  @Test("what was not used for the longest time goes first")
  func leastRecentlyUsed() throws {
    let digests = try blobs(8)
    #expect(store.blob(digests[0]) != nil)
    let outcome = store.prune(to: 3 * Self.block)
    #expect(kept(digests) == [0, 6, 7])
    #expect((outcome.removed, outcome.freedBytes, outcome.remainingBytes) == (5, 5 * 4096, 3 * 4096))
    #expect(store.prune(to: 3 * Self.block).removed == 0)
  }

  @Test("a record that is found keeps its blobs young")
  func recordsUseTheirBlobs() throws {
    let digests = try blobs(4)
    store.setRecord(ActionResult("a", needs: [digests[0]]), for: .init(key: "k"))
    #expect(try fixture.time(of: fixture.path(of: digests[0])) == Self.start)
    try fixture.setTime(of: fixture.path(of: digests[0]), to: Self.start - 900_000)
    #expect(store.record(.init(key: "k")) != nil)
    #expect(try fixture.time(of: fixture.path(of: digests[0])) == Self.start)
  }

  @Test("some records are counted with their blobs, each once, and are no younger for it")
  func share() throws {
    let digests = try blobs(4)
    store.setRecord(ActionResult("a", needs: [digests[0], digests[1]]), for: .init(key: "a"))
    store.setRecord(ActionResult("b", needs: [digests[1], digests[2]]), for: .init(key: "b"))
    store.setRecord(ActionResult("c", needs: [digests[3]]), for: .init(key: "c"))
    let keys: [SHA256Digest] = [.init(key: "a"), .init(key: "b"), .init(key: "a"), .init(key: "gone")]
    for key in keys.prefix(2) { try fixture.setTime(of: fixture.path(of: key), to: Self.start - 900_000) }
    let share = store.statistics(of: keys)
    #expect((share.records.count, share.blobs.count, share.bytes) == (2, 3, 5 * Self.block))
    #expect(try fixture.time(of: fixture.path(of: keys[0])) == Self.start - 900_000)
    #expect(store.statistics(of: []).bytes == 0)
  }

  @Test("times are written at most once an hour")
  func rareTouches() throws {
    let digest = try blobs(1)[0]
    let recent = Self.start - 3000
    try fixture.setTime(of: fixture.path(of: digest), to: recent)
    #expect(store.blob(digest) != nil)
    #expect(try fixture.time(of: fixture.path(of: digest)) == recent)
    fixture.clock.with { $0 += 1000 }
    #expect(store.blob(digest) != nil)
    #expect(try fixture.time(of: fixture.path(of: digest)) == Self.start + 1000)
  }

  @Test("an entry from the future neither stays for ever nor is lost to its reader")
  func clockSkew() throws {
    let digests = try blobs(3)
    try fixture.setTime(of: fixture.path(of: digests[0]), to: Self.start + 50_000_000)
    try fixture.setTime(of: fixture.path(of: digests[1]), to: Self.start + 50_000_000)
    #expect(store.blob(digests[1]) != nil)
    _ = store.prune(to: 2 * Self.block)
    #expect(kept(digests) == [1, 2])
  }

  @Test("moved-aside entries go before any other")
  func quarantineFirst() throws {
    let digests = try blobs(3)
    try Data().write(to: URL(filePath: fixture.path(of: digests[2])))
    #expect(store.blob(digests[2]) == nil)
    // An empty one takes no block; this one shall.
    let aside = fixture.path(of: digests[2]) + ".bad"
    try Data([1]).write(to: URL(filePath: aside))
    _ = store.prune(to: 2 * Self.block)
    #expect(kept(digests) == [0, 1])
    #expect(!FileManager.default.fileExists(atPath: aside))
  }

  @Test("what was never published goes after an hour, what is being written stays")
  func strayTemporaries() throws {
    let digest = try blobs(1)[0]
    let stray = fixture.path(of: digest) + ".tmp-old"
    let young = fixture.path(of: digest) + ".tmp-new"
    for path in [stray, young] { try Data([1]).write(to: URL(filePath: path)) }
    try fixture.setTime(of: stray, to: Self.start - 3601)
    try fixture.setTime(of: young, to: Self.start - 3599)
    #expect(store.statistics().temporaries.count == 2)
    #expect(store.prune(to: .max).removed == 1)
    #expect(store.prune(to: 0).removed == 1)
    #expect(FileManager.default.fileExists(atPath: young))
    #expect(kept([digest]).isEmpty)
  }

  @Test("clear leaves nothing")
  func clear() throws {
    _ = try blobs(3)
    store.setRecord(ActionResult("a"), for: .init(key: "k"))
    let outcome = store.clear()
    #expect((outcome.removed, outcome.remainingBytes) == (4, 0))
    #expect(store.statistics() == StoreStatistics())
    #expect(store.put([1]) != nil)
  }

  @Test("maintenance keeps below the limit, once an hour")
  func maintenance() throws {
    let digests = try blobs(9)
    #expect(store.maintain()?.removed == 0)
    let more = (0..<3).compactMap { store.put(Array("more \($0)".utf8)) }
    for digest in more { try fixture.setTime(of: fixture.path(of: digest), to: Self.start) }
    // Another process, which has written nothing, finds that it was just done.
    let other = try fixture.openFrozen(limit: 10 * Self.block)
    #expect(other.maintain() == nil)
    fixture.clock.with { $0 += 3601 }
    #expect(other.maintain()?.removed == 4)
    #expect(kept(digests) == [4, 5, 6, 7, 8] && kept(more).count == 3)
    #expect(other.maintain() == nil)
  }

  @Test("who writes much maintains at once")
  func muchWritten() throws {
    #expect(store.maintain() != nil)
    #expect(store.maintain() == nil)
    _ = store.put(Array(repeating: 5, count: 20 * Self.block))
    #expect(store.maintain()?.removed == 1)
  }

  @Test("a stamp from the future does not stop maintenance")
  func skewedStamp() throws {
    #expect(store.maintain() != nil)
    fixture.clock.with { $0 -= 10_000 }
    #expect(store.maintain() != nil)
  }
}
