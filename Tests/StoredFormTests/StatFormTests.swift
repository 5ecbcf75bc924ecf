import Base
import Testing

@testable import GitBridge

/// The contents of files by what `stat` said of them: a wrong one would be a change that nobody sees.
struct StatFormTests {
  @Test func contentsOfFiles() throws {
    func record(_ number: UInt8) throws -> StatCache.Record {
      let stamp = FileStamp(
        size: Int64(number) * 1000, modified: .init(nanoseconds: 1_700_000_000_123_456_789),
        changed: .init(nanoseconds: 1_700_000_001_000_000_000), inode: UInt64(number) << 40, mode: 0o100_644)
      return .init(stamp: stamp, content: try #require(ContentID((0..<20).map { $0 ^ number }[...])))
    }
    let cache = StatCache(records: [Array("a".utf8): try record(1), Array("b/\u{1}".utf8): try record(255)])
    try GoldenFile("stat-3").hold(cache.records, written: cache.encoded()) { bytes in
      let found = StatCache(decoding: bytes)
      return found.isEmpty ? nil : found.records
    }
  }
}
