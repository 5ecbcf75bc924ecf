import Base
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The store under faults")
struct FaultTests {
  /// `AMBIT_FAULTS=10000` for the whole.
  private static let wanted = ProcessInfo.processInfo.environment["AMBIT_FAULTS"].flatMap { Int($0) } ?? 100
  /// A store grows old and gets a new seed.
  private static let faultsOfALife = 100

  @Test("no fault leads to a wrong hit, and none outlives itself")
  func noWrongHits() throws {
    var struck: [String: Int] = [:]
    var hits = 0
    var round = 0
    while struck.values.reduce(0, +) < Self.wanted {
      var life = try FaultyLife(seed: UInt64(round))
      for _ in 0..<Self.faultsOfALife {
        round += 1
        let (name, hasStruck) = try Self.strike(&life, round)
        if hasStruck { struck[name, default: 0] += 1 }
      }
      #expect(life.wrongHits.isEmpty, "seed \(round)")
      #expect(life.stuck.isEmpty, "seed \(round)")
      hits += life.hits
    }
    let all = CallFault.allCases.map(\.rawValue) + RestFault.allCases.map(\.rawValue)
    #expect(Set(struck.keys) == Set(all))
    // A store that never finds anything is never wrong.
    #expect(hits > Self.wanted)
  }

  /// All kinds in turn.
  private static func strike(_ life: inout FaultyLife, _ round: Int) throws -> (String, Bool) {
    let index = round % (CallFault.allCases.count + RestFault.allCases.count)
    guard index >= CallFault.allCases.count else {
      let fault = CallFault.allCases[index]
      return (fault.rawValue, try life.suffer(fault))
    }
    let fault = RestFault.allCases[index - CallFault.allCases.count]
    return (fault.rawValue, try life.suffer(fault))
  }

  @Test(
    "what could not be made durable is not published, told once, and leaves nothing behind",
    arguments: [
      (CallFault.makeFolderFull, "cache-write-failed"), (.makeFolderQuota, "cache-write-failed"),
      (.createFull, "cache-write-failed"), (.createNotPermitted, "cache-read-only"),
      (.writeFull, "cache-write-failed"), (.writeQuota, "cache-write-failed"),
      (.writeFails, "cache-write-failed"), (.syncFails, "cache-write-failed"),
      (.closeFails, "cache-write-failed"), (.renameFails, "cache-write-failed"),
      (.renameFull, "cache-write-failed"), (.folderSyncFails, "cache-write-failed"),
    ])
  func unpublished(_ fault: CallFault, code: String) throws {
    let fixture = try StoreFixture()
    let faults = Faults()
    let store = try fixture.openFrozen { FaultyFolder($0, faults) }
    faults.arm(fault, skips: 0, lasting: true)
    for number in 0..<3 {
      #expect(store.put([UInt8(number)]) == nil)
      #expect(!store.setRecord(ActionResult("\(number)"), for: .init(key: "\(number)")))
    }
    #expect(store.problems.map(\.code) == [code])
    #expect(try fixture.files().isEmpty)
  }

  /// An error of the disk says nothing about the entry: it stays where it is.
  @Test("what could not be read is missing, and not moved aside")
  func unreadable() throws {
    let fixture = try StoreFixture()
    let digest = try #require(try fixture.open().put([1, 2]))
    let faults = Faults()
    let store = try fixture.openFrozen { FaultyFolder($0, faults) }
    for fault in [CallFault.readFails, .openOutOfDescriptors, .openNotPermitted] {
      faults.arm(fault, skips: 0, lasting: false)
      #expect(store.blob(digest) == nil)
      #expect(store.blob(digest) == [1, 2])
    }
    #expect(store.problems.map(\.code) == ["cache-read-failed"])
  }

  @Test("the bytes are on the disk before they have a name, the name before anybody is told")
  func order() throws {
    let fixture = try StoreFixture()
    let calls = Guarded<[String]>([])
    let store = try fixture.openFrozen { RecordingFolder($0, calls) }
    #expect(store.put([1]) != nil)
    #expect(calls.with { $0 } == ["write", "rename", "sync"])
  }
}

/// Notes what is changed, in order.
private struct RecordingFolder: StoreFolder {
  let inner: any StoreFolder
  let calls: Guarded<[String]>

  init(_ inner: any StoreFolder, _ calls: Guarded<[String]>) {
    self.inner = inner
    self.calls = calls
  }

  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    try inner.folder(name, create: create).map { RecordingFolder($0, calls) }
  }
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? {
    try inner.read(name, limit: limit)
  }
  func status(of name: String) throws(DiskError) -> FileStatus? { try inner.status(of: name) }
  func names() throws(DiskError) -> [String] { try inner.names() }

  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) {
    try inner.write(bytes, to: name, durably: durably)
    calls.with { $0.append("write") }
  }

  func change(_ change: FolderChange) throws(DiskError) {
    try inner.change(change)
    let name =
      switch change {
      case .rename: "rename"
      case .remove: "remove"
      case .touch: "touch"
      case .sync: "sync"
      }
    calls.with { $0.append(name) }
  }
}
