import Base
import Foundation
import TestSupport

@testable import Store

/// A store in a folder of the test's own, with a clock that the test sets.
final class StoreFixture: Sendable {
  let temporary: TemporaryFolder
  let clock = Guarded(1_800_000_000)

  init() throws {
    temporary = try TemporaryFolder()
  }

  var folder: String { temporary.path("store") }

  /// As another process would open it.
  func open(limit: Int = 1_000_000_000) throws -> LocalStore {
    try LocalStore.open(folder: folder, limit: limit)
  }

  /// With the test's clock, and through whatever `wrap` puts between store and disk.
  func openFrozen(
    limit: Int = 1_000_000_000, wrap: (any StoreFolder) -> any StoreFolder = { $0 }
  ) throws -> LocalStore {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let root = wrap(try DiskFolder.open(folder))
    let clock = clock
    return try LocalStore(
      folder: folder, root: root, limit: limit, clock: StoreClock { clock.with { $0 } })
  }

  func path(of digest: ContentDigest) -> String { path("cas", digest.hash) }
  func path(of key: SHA256Digest) -> String { path("ac", key) }

  private func path(_ kind: String, _ name: SHA256Digest) -> String {
    "\(folder)/v1/\(kind)/\(name.description.prefix(2))/\(name)"
  }

  /// Every file below the store's folder, relative to it, sorted.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  func setTime(of path: String, to seconds: Int) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: path)
  }

  func time(of path: String) throws -> Int {
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return Int(date?.timeIntervalSince1970 ?? 0)
  }
}

extension SHA256Digest {
  /// A key for a test.
  init(key name: String) {
    self = SHA256.digest(of: name.utf8)
  }
}

extension ActionResult {
  /// A result that prints `text` and needs `blobs`.
  init(_ text: String, needs blobs: [ContentDigest] = []) {
    self.init()
    standardOutput.raw = Array(text.utf8)
    outputFiles = blobs.enumerated().map { OutputFile(path: "out/\($0)", digest: $1) }
    execution.worker = "here"
    execution.start = Timestamp(seconds: 1_700_000_000, nanoseconds: 5)
  }
}
