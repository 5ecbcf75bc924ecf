import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("A store that may not be used as it is")
struct AccessTests {
  @Test("a symbolic link in place of the folder is refused")
  func linkedFolder() throws {
    let fixture = try StoreFixture()
    let elsewhere = fixture.temporary.path("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: fixture.folder, withDestinationPath: elsewhere)
    let error = #expect(throws: Failure.self) { try fixture.open() }
    #expect(error?.code == "cache-unsafe")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test("a symbolic link in place of a part is refused", arguments: ["v1", "v1/cas", "v1/ac"])
  func linkedPart(_ part: String) throws {
    let fixture = try StoreFixture()
    _ = try fixture.open()
    let elsewhere = fixture.temporary.path("elsewhere")
    try FileManager.default.moveItem(atPath: "\(fixture.folder)/\(part)", toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: "\(fixture.folder)/\(part)", withDestinationPath: elsewhere)
    #expect(throws: Failure.self) { try fixture.open() }
  }

  @Test("a symbolic link in place of a shard is refused, and nothing is written through it")
  func linkedShard() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = try #require(store.put([1, 2, 3]))
    let shard = URL(filePath: fixture.path(of: digest)).deletingLastPathComponent().path
    let elsewhere = fixture.temporary.path("elsewhere")
    try FileManager.default.moveItem(atPath: shard, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: shard, withDestinationPath: elsewhere)
    #expect(store.blob(digest) == nil)
    #expect(store.put([1, 2, 3]) == nil)
    #expect(store.problems.map(\.code) == ["cache-unsafe"])
    #expect(store.clear().removed == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).count == 1)
  }

  @Test("a file in place of the folder is refused")
  func file() throws {
    let fixture = try StoreFixture()
    try fixture.temporary.write("x", to: "store")
    #expect(throws: Failure.self) { try fixture.open() }
  }

  @Test("no place for the folder")
  func nowhere() throws {
    let error = #expect(throws: Failure.self) {
      try LocalStore.open(folder: "/dev/null/store", limit: 1)
    }
    #expect(error?.message.contains("/dev/null/store") == true)
  }

  /// Root may write everywhere: for it the folder is made another user's, for others write-protected.
  private static func protect(_ folder: String) throws {
    let attributes: [FileAttributeKey: Any] =
      geteuid() == 0 ? [.ownerAccountID: 12_345] : [.posixPermissions: 0o555]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: folder)
  }

  @Test("what is not ours to write is read, and nothing in it changes")
  func readOnly() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.open()
    let digests = [[1], [2], [3]].compactMap { writer.put($0) }
    writer.setRecord(ActionResult("a", needs: [digests[0]]), for: .init(key: "k"))
    try Data([9]).write(to: URL(filePath: fixture.path(of: digests[1])))
    try fixture.setTime(of: fixture.path(of: digests[2]), to: 1_000_000)
    try Self.protect(fixture.folder)
    defer { chmod(fixture.folder, 0o700) }
    let before = try fixture.files()

    let store = try fixture.open()
    #expect(store.isReadOnly)
    #expect(store.record(.init(key: "k")) == ActionResult("a", needs: [digests[0]]))
    #expect(store.blob(digests[0]) == [1])
    #expect(store.blob(digests[1]) == nil)
    #expect(store.blob(digests[2]) == [3])
    #expect(store.put([4]) == nil)
    #expect(store.put([1]) == digests[0])
    #expect(!store.setRecord(ActionResult("b"), for: .init(key: "l")))
    #expect(store.verify(jobs: 1).damaged.count == 1)
    #expect(store.prune(to: 0).removed == 0 && store.clear().removed == 0 && store.maintain() == nil)
    #expect(try fixture.files() == before)
    #expect(try fixture.time(of: fixture.path(of: digests[2])) == 1_000_000)
    #expect(store.problems.map(\.code) == ["cache-read-only", "cache-damaged"])
  }

  @Test("an empty folder that is not ours stays empty")
  func readOnlyAndEmpty() throws {
    let fixture = try StoreFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    try Self.protect(fixture.folder)
    defer { chmod(fixture.folder, 0o700) }
    let store = try fixture.open()
    #expect(store.record(.init(key: "k")) == nil)
    #expect(store.put([1]) == nil)
    #expect(store.statistics().bytes == 0)
    #expect(try fixture.files().isEmpty)
  }

  @Test("the folder taken away while the store is open is a store without entries")
  func removedFolder() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let digest = try #require(store.put([1]))
    try FileManager.default.removeItem(atPath: fixture.folder)
    #expect(store.blob(digest) == nil)
    #expect(store.put([1]) == nil)
    #expect(store.problems.map(\.code) == ["cache-write-failed"])
    #expect(try fixture.open().put([1]) == digest)
  }

  @Test("nobody else can look into it")
  func permissions() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = store.put([1])
    store.setRecord(ActionResult("a"), for: .init(key: "k"))
    let all = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder).map {
      "\(fixture.folder)/\($0)"
    }
    for path in all + [fixture.folder] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
    }
  }
}
