import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The local store")
struct LocalStoreTests {
  @Test("blobs and records come back, in this process and the next")
  func roundTrip() throws {
    let fixture = try StoreFixture()
    let first = try fixture.open()
    let bytes = Array("hello".utf8)
    let digest = try #require(first.put(bytes))
    #expect(digest == ContentDigest(of: bytes))
    let result = ActionResult("ran", needs: [digest])
    #expect(first.setRecord(result, for: .init(key: "k")))
    for store in [first, try fixture.open()] {
      #expect(store.blob(digest) == bytes)
      #expect(store.record(.init(key: "k")) == result)
      #expect(store.record(.init(key: "other")) == nil)
      #expect(store.blob(ContentDigest(of: [1])) == nil)
      #expect(store.problems.isEmpty)
    }
  }

  @Test("the last record of a key counts, and nothing else is left behind")
  func replaced() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    for text in ["one", "two", "three"] { #expect(store.setRecord(ActionResult(text), for: .init(key: "k"))) }
    #expect(store.record(.init(key: "k")) == ActionResult("three"))
    #expect(try fixture.files().count == 1)
  }

  @Test("a record counts where it was made, and for whoever reads that")
  func scopes() throws {
    let fixture = try StoreFixture()
    func store(_ own: String?) throws -> LocalStore {
      try LocalStore.open(
        folder: fixture.open().folder, limit: 1 << 30,
        scope: own.map { RecordScope(own: $0, readable: [$0, "main"]) })
    }
    let key = SHA256Digest(key: "k")
    for (writer, readers) in [("pr-8", ["pr-8"]), ("main", ["pr-8", "pr-9", "main"])] {
      // A record that the store read elsewhere and keeps again is its own.
      var result = ActionResult("ran")
      result.execution.worker = "ambit-local other"
      #expect(try store(writer).setRecord(result, for: key))
      for reader in ["pr-8", "pr-9", "main"] {
        #expect(try (store(reader).record(key) != nil) == readers.contains(reader), "\(writer) \(reader)")
      }
      #expect(try store(nil).record(key) != nil)
    }
    // Earlier versions did not say for whom they recorded.
    #expect(try store(nil).setRecord(ActionResult("ran"), for: key))
    #expect(try store("main").record(key) == nil)
    // A record from another machine is for its bringer to judge.
    var brought = ActionResult("ran")
    brought.execution.worker = "ambit-remote http://cache.example pr-8 -"
    #expect(try store("main").setRecord(brought, for: key))
    #expect(try store("main").record(key) == brought)
  }

  @Test("the empty blob is there without being kept")
  func emptyBlob() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    #expect(store.blob(ContentDigest(of: [])) == [])
    #expect(store.put([]) == ContentDigest(of: []))
    #expect(store.blob(ContentDigest(hash: .init(key: "x"), size: 0)) == nil)
    #expect(try fixture.files().isEmpty)
  }

  @Test("a record whose blob is missing is neither written nor found")
  func missingBlob() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = ContentDigest(of: [1, 2, 3])
    let result = ActionResult("ran", needs: [digest])
    #expect(!store.setRecord(result, for: .init(key: "k")))
    #expect(store.put([1, 2, 3]) != nil)
    #expect(store.setRecord(result, for: .init(key: "k")))
    try FileManager.default.removeItem(atPath: fixture.path(of: digest))
    #expect(store.record(.init(key: "k")) == nil)
    #expect(store.put([1, 2, 3]) != nil)
    #expect(store.record(.init(key: "k")) == result)
  }

  @Test("a result that contradicts itself is not recorded")
  func contradiction() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    var result = ActionResult("a")
    result.standardOutput.digest = ContentDigest(of: [1])
    #expect(!store.setRecord(result, for: .init(key: "k")))
    result.standardOutput.digest = ContentDigest(of: result.standardOutput.raw)
    #expect(store.setRecord(result, for: .init(key: "k")))
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (String) throws -> Void

    init(_ name: String, _ apply: @escaping @Sendable (String) throws -> Void) {
      testDescription = name
      self.apply = apply
    }

    static func bytes(_ name: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) -> Damage {
      Damage(name) { path in
        var bytes = try Array(Data(contentsOf: URL(filePath: path)))
        change(&bytes)
        try Data(bytes).write(to: URL(filePath: path))
      }
    }

    static let all = [
      bytes("first bit flipped") { $0[0] ^= 1 },
      bytes("last bit flipped") { $0[$0.count - 1] ^= 0x80 },
      bytes("truncated") { $0.removeLast() },
      bytes("empty") { $0 = [] },
      bytes("zeros") { $0 = Array(repeating: 0, count: $0.count) },
      bytes("longer") { $0 += [0] },
      Damage("huge") { path in
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
      },
      Damage("a symbolic link to the same bytes") { path in
        try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
      },
      Damage("a folder") { path in
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      },
      Damage("a pipe that nobody writes to") { path in
        try FileManager.default.removeItem(atPath: path)
        try #require(mkfifo(path, 0o600) == 0)
      },
    ]
  }

  @Test("a damaged blob is missing, moved aside, told once and written anew", arguments: Damage.all)
  func damagedBlob(_ damage: Damage) throws {
    let fixture = try StoreFixture()
    let bytes = Array("the bytes of a blob".utf8)
    let digest = try #require(try fixture.open().put(bytes))
    try damage.apply(fixture.path(of: digest))
    let store = try fixture.open()
    #expect(store.blob(digest) == nil)
    #expect(store.blob(digest) == nil)
    #expect(store.problems.map(\.code) == ["cache-damaged"])
    #expect(store.statistics().quarantined.count == 1)
    #expect(store.put(bytes) == digest)
    #expect(store.blob(digest) == bytes)
  }

  @Test("a damaged record is missing, moved aside, told once and written anew", arguments: Damage.all)
  func damagedRecord(_ damage: Damage) throws {
    let fixture = try StoreFixture()
    let key = SHA256Digest(key: "k")
    try fixture.open().setRecord(ActionResult("ran"), for: key)
    try damage.apply(fixture.path(of: key))
    let store = try fixture.open()
    #expect(store.record(key) == nil)
    #expect(store.record(key) == nil)
    #expect(store.problems.map(\.code) == ["cache-damaged"])
    #expect(store.statistics().quarantined.count == 1)
    #expect(store.setRecord(ActionResult("ran"), for: key))
    #expect(store.record(key) == ActionResult("ran"))
  }

  /// Without reading it in between nobody has noticed the damage.
  @Test("putting a blob again mends it")
  func mended() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = try #require(store.put([1, 2, 3]))
    try Data([1, 2, 4]).write(to: URL(filePath: fixture.path(of: digest)))
    #expect(store.put([1, 2, 3]) == digest)
    #expect(store.blob(digest) == [1, 2, 3])
  }

  @Test("a record under another's key is missing")
  func swapped() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let (one, two) = (SHA256Digest(key: "1"), SHA256Digest(key: "2"))
    store.setRecord(ActionResult("one"), for: one)
    store.setRecord(ActionResult("two"), for: two)
    try FileManager.default.removeItem(atPath: fixture.path(of: two))
    try FileManager.default.copyItem(atPath: fixture.path(of: one), toPath: fixture.path(of: two))
    #expect(store.record(two) == nil)
    #expect(store.record(one) == ActionResult("one"))
  }

  @Test("no more than one damaged entry of a shard is kept")
  func quarantineIsBounded() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    // Enough of them share a shard.
    let blobs = (0..<2_000).map { Array("\($0)".utf8) }.filter { ContentDigest(of: $0).hash.bytes[0] < 3 }
    for bytes in blobs {
      let digest = try #require(store.put(bytes))
      try Data().write(to: URL(filePath: fixture.path(of: digest)))
      #expect(store.blob(digest) == nil)
    }
    #expect(store.statistics().quarantined.count == 3)
  }

  @Test("entries of another version are neither read nor touched")
  func otherVersions() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = try #require(store.put([1, 2, 3]))
    try FileManager.default.moveItem(atPath: "\(fixture.folder)/v1", toPath: "\(fixture.folder)/v2")
    let fresh = try fixture.open(limit: 0)
    #expect(fresh.blob(digest) == nil)
    _ = fresh.prune(to: 0)
    _ = fresh.clear()
    fresh.maintain()
    #expect(try fixture.files().contains { $0.hasPrefix("v2/cas/") })
    #expect(fresh.problems.isEmpty)
  }

  @Test("strange files in a shard are left alone")
  func foreignFiles() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = try #require(store.put([1, 2, 3]))
    let strange = fixture.path(of: digest) + ".txt"
    try Data([1]).write(to: URL(filePath: strange))
    _ = store.clear()
    #expect(store.verify(jobs: 2).damaged.isEmpty)
    #expect(try fixture.files().map { "\(fixture.folder)/\($0)" } == [strange])
  }

  @Test("verify tells what is damaged and what is not whole, and uses nothing")
  func verify() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digests = [[1], [2], [3]].compactMap { store.put($0) }
    for (number, digest) in digests.enumerated() {
      store.setRecord(ActionResult("\(number)", needs: [digest]), for: .init(key: "\(number)"))
    }
    for digest in digests { try fixture.setTime(of: fixture.path(of: digest), to: 1_000_000) }
    try Data([9]).write(to: URL(filePath: fixture.path(of: digests[0])))
    try Data([9]).write(to: URL(filePath: fixture.path(of: .init(key: "1"))))
    let found = store.verify(jobs: 2)
    #expect((found.blobs, found.records, found.incompleteRecords) == (2, 2, 1))
    #expect(found.damaged == ["cas/\(digests[0].hash)", "ac/\(SHA256Digest(key: "1"))"])
    #expect(try fixture.time(of: fixture.path(of: digests[1])) == 1_000_000)
    #expect(store.verify(jobs: 1).damaged.isEmpty)
  }

  @Test("blobs and records of any length")
  func lengths() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    for length in [1, 4095, 4096, 4097, 3_000_000] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let digest = try #require(store.put(bytes))
      #expect(store.blob(digest) == bytes)
    }
    var long = ActionResult()
    long.standardOutput.raw = Array(repeating: 7, count: LocalStore.longestRecord)
    #expect(!store.setRecord(long, for: .init(key: "long")))
    long.standardOutput.raw.removeLast(1000)
    #expect(store.setRecord(long, for: .init(key: "long")))
    #expect(store.record(.init(key: "long")) == long)
  }
}
