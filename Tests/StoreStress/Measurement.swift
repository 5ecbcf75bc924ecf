import Base
import Store

/// How long common work takes, in a store that is new.
struct Measurement {
  let folder: String

  private static let keys = (0..<1000).map { SHA256.digest(of: "record \($0)".utf8) }

  /// A test module's result with a log of 600 bytes.
  private static let result = {
    var result = ActionResult()
    result.standardOutput.raw = Array("passed".utf8)
    result.outputFiles = [.init(path: "log", contents: Array(repeating: UInt8(ascii: "x"), count: 600))]
    return result
  }()

  func run() throws {
    let store = try LocalStore.open(folder: folder, limit: 20_000_000_000)
    Self.measure("write 1,000 records, one thread") {
      for key in Self.keys { store.setRecord(Self.result, for: key) }
    }
    _ = store.clear()
    Self.measure("write 1,000 records, eight threads") {
      _ = concurrentMap(Self.keys, jobs: 8) { store.setRecord(Self.result, for: $0) }
    }
    Self.measure("read 1,000 records") {
      for key in Self.keys where store.record(key) == nil { print("a record is missing") }
    }
    Self.measure("read 300 records, with opening the store") {
      guard let fresh = try? LocalStore.open(folder: folder, limit: 20_000_000_000) else { return }
      for key in Self.keys.prefix(300) where fresh.record(key) == nil { print("a record is missing") }
    }
    Self.measure("look for 1,000 records that are not there") {
      for key in Self.keys { _ = store.record(SHA256.digest(of: key.bytes)) }
    }
    Self.measure("count 1,000 entries") { _ = store.statistics() }
    measureBlob(store)
  }

  private func measureBlob(_ store: LocalStore) {
    var state: UInt64 = 1
    let bytes = (0..<100_000_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let digest = ContentDigest(of: bytes)
    Self.measure("write a blob of 100 MB") { _ = store.put(bytes) }
    Self.measure("read a blob of 100 MB") { if store.blob(digest) == nil { print("the blob is missing") } }
  }

  private static func measure(_ name: String, _ body: () -> Void) {
    let time = ContinuousClock().measure(body)
    let microseconds = Int(time / .microseconds(1))
    print("\(name): \(microseconds / 1000).\(String(1000 + microseconds % 1000).dropFirst()) ms")
  }
}
