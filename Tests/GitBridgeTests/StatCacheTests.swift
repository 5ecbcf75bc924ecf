import Base
import Foundation
import TestSupport
import Testing

@testable import GitBridge

struct StatCacheTests {
  private func sample() throws -> StatCache {
    var records: [[UInt8]: StatCache.Record] = [:]
    for number in 0..<5 {
      let stamp = FileStamp(
        size: Int64(number), modified: FileTime(nanoseconds: -999_999_995),
        changed: FileTime(nanoseconds: .max),
        inode: .max, mode: 0o100644)
      let content = try #require(ContentID(hex: String(repeating: "0a", count: 20)))
      records[Array("path \(number)".utf8) + [0xFF, 0x0A]] = StatCache.Record(stamp: stamp, content: content)
    }
    return StatCache(records: records)
  }

  @Test func `round trip`() throws {
    let cache = try sample()
    #expect(StatCache(decoding: cache.encoded()).records == cache.records)
    #expect(StatCache(decoding: StatCache().encoded()).isEmpty)
  }

  @Test func `records of files that are there stay`() throws {
    let cache = try sample()
    let (gone, new) = (Array("path 0".utf8) + [0xFF, 0x0A], Array("new".utf8))
    let record = try #require(cache.records.values.first { $0.stamp.size == 4 })
    let grown = cache.adding([new: record]) { $0 != gone }
    #expect(grown.records.count == 5)
    #expect(grown.records[gone] == nil && grown.records[new] == record)
  }

  @Test func `damaged bytes are an empty cache`() throws {
    let bytes = try sample().encoded()
    for length in 0..<bytes.count { #expect(StatCache(decoding: Array(bytes[..<length])).isEmpty) }
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 1
      #expect(StatCache(decoding: damaged).isEmpty)
    }
    #expect(StatCache(decoding: bytes + [0]).isEmpty)
  }

  @Test func `a remembered content is believed only with an equal stamp`() throws {
    let scene = try Scene()
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: scene.path("a.txt"))
    let facts = try #require(FileFacts(of: scene.path("a.txt")))
    let content = try #require(ContentID(hex: String(repeating: "0a", count: 20)))
    func changes(_ stamp: FileStamp) throws -> [FileChange] {
      let cache = StatCache(records: [Array("a.txt".utf8): StatCache.Record(stamp: stamp, content: content)])
      let repository = try scene.open(options: ScanOptions(statCache: { _ in cache }))
      return try repository.changesInWorkingTree(since: repository.headCommit())
    }
    // The lie shows that it was not hashed again.
    #expect(try changes(FileStamp(facts)).first?.new?.contentID == content)
    let other = FileStamp(
      size: FileStamp(facts).size, modified: FileTime(nanoseconds: 1_000_000_001),
      changed: FileStamp(facts).changed,
      inode: FileStamp(facts).inode, mode: FileStamp(facts).mode)
    #expect(try changes(other).isEmpty)
  }
}
