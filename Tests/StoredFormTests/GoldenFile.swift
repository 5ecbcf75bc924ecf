import Base
import Foundation
import Store
import TestSupport
import Testing

/// Bytes of a store as a release wrote them. They lie in `Tests/Golden`. AMBIT_WRITE_GOLDEN=1 has them written anew, where a
/// form has got another version and the tests have shown that the old one is read or left alone.
struct GoldenFile {
  private let name: String

  init(_ name: String) { self.name = name }

  private var path: String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("Golden/\(name)").path
  }

  /// Checks that the file says `expected`, and that no damage of it says anything else. `written` are the bytes that today's
  /// code writes for it; nil where it only reads them.
  func hold<Value: Equatable>(_ expected: Value, written: [UInt8]?, read: ([UInt8]) throws -> Value?) throws {
    if let written, ProcessInfo.processInfo.environment["AMBIT_WRITE_GOLDEN"] == "1" {
      try #require(LocalFiles.replace(path, with: written, permissions: 0o644))
    }
    let golden = try #require(LocalFiles.read(path))
    #expect(try read(golden) == expected)
    if let written {
      #expect(written == golden, "\(name) is written otherwise: its form needs another version")
    }
    for place in golden.indices {
      var flipped = golden
      flipped[place] ^= 1 << UInt8(place % 8)
      let found = try read(flipped)
      #expect(found == nil || found == expected, "byte \(place) of \(name)")
      let cut = try read(Array(golden.prefix(place)))
      #expect(cut == nil || cut == expected, "\(name) up to byte \(place)")
    }
    let longer = try read(golden + [0])
    #expect(longer == nil || longer == expected, "\(name) with a byte more")
  }
}

/// A local store in which the record of one key is replaced by other bytes.
struct RecordFile {
  private let folder: TemporaryFolder
  let key: SHA256Digest
  let store: LocalStore

  init(_ key: SHA256Digest) throws {
    folder = try TemporaryFolder()
    self.key = key
    store = try LocalStore.open(
      folder: folder.path("store"), limit: 1 << 30, scope: RecordScope(own: "main", readable: ["main"]))
  }

  private var path: String { folder.path("store/v1/ac/\(key.description.prefix(2))/\(key)") }

  var bytes: [UInt8]? { LocalFiles.read(path) }

  func put(_ bytes: [UInt8]) { LocalFiles.replace(path, with: bytes) }
}
