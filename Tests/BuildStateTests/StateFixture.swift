import Base
import TestSupport
import Testing

@testable import Store

/// A store and a scratch folder of the test's own.
final class StateFixture: Sendable {
  let temporary: TemporaryFolder
  let store: LocalStore
  let states: BuildStateStore
  let line: StateLine

  init() throws {
    temporary = try TemporaryFolder()
    store = try LocalStore.open(folder: temporary.path("store"), limit: 1 << 40)
    states = BuildStateStore(store, jobs: 3)
    line = StateLine(
      [("toolchain", "one")], workspace: temporary.path("ws"), scratch: temporary.path("ws/scratch"))
    try temporary.write("", to: "ws/marker")
  }

  var scratch: String { line.scratch }

  @discardableResult
  func save(_ scratch: String? = nil, commit: String = "c1", inputs: [StateInput] = []) throws
    -> BuildStateEntry
  {
    try states.save(scratch ?? self.scratch, as: line, commit: commit, inputs: inputs)
  }

  func manifest(of entry: BuildStateEntry) throws -> Manifest {
    try states.manifest(of: entry.key, scratch: scratch)
  }

  /// The code of the error that a restore to the scratch folder ends with; nil when it does not.
  func refusal(of entry: BuildStateEntry, jobs: Int = 3) -> Failure.State? {
    do throws(Failure) {
      _ = try BuildStateStore(store, jobs: jobs).restore(entry, to: scratch)
      return nil
    } catch {
      return Failure.State(rawValue: error.code)
    }
  }

  /// Records a manifest as it is, whatever it says.
  func plant(_ manifest: Manifest) throws -> BuildStateEntry {
    try plant(manifest.encoded, blobs: manifest.blobs)
  }

  /// The same with the bytes of a manifest.
  func plant(_ encoded: [UInt8], blobs: [ContentDigest]) throws -> BuildStateEntry {
    let compressed = try #require(ZstdCompressor()?.compress(encoded))
    return try plant(compressed: compressed, blobs: blobs)
  }

  func plant(compressed: [UInt8], blobs: [ContentDigest]) throws -> BuildStateEntry {
    let digest = try #require(store.put(compressed))
    let summary = StateSummary(
      line: line.digest, commit: "c1", workspace: line.workspace, scratch: line.scratch)
    let key = line.key(commit: "c1")
    #expect(store.setRecord(StateRecord(summary: summary, manifest: digest, blobs: blobs).result, for: key))
    return BuildStateEntry(key: key, summary: summary)
  }

  /// A manifest of one file "f" with these bytes, and its blob in the store.
  func sample(_ bytes: [UInt8] = Array("hello".utf8)) throws -> Manifest {
    let frame = try #require(ZstdCompressor()?.compress(bytes))
    var manifest = Manifest(key: line.key(commit: "c1"), growth: Manifest.Growth(steps: 0, stored: 1, raw: 1))
    manifest.blobs = [try #require(store.put(frame))]
    manifest.frames = [Manifest.Frame(blob: 0, offset: 0, stored: frame.count, raw: bytes.count)]
    manifest.outputs = [.file("f", SHA256.digest(of: bytes), size: bytes.count)]
    return manifest
  }
}

extension Manifest.Output {
  static let time = FileTime(nanoseconds: 1_700_000_000_123_456_789)

  static func file(_ path: [UInt8], _ digest: SHA256Digest, size: Int, offset: Int = 0) -> Manifest.Output {
    Manifest.Output(
      path: RelativePath(unchecked: path), permissions: 0o644, modified: time,
      content: .file(Manifest.Slice(frame: 0, offset: offset, size: size), digest))
  }

  static func file(_ path: String, _ digest: SHA256Digest, size: Int) -> Manifest.Output {
    file(Array(path.utf8), digest, size: size)
  }

  static func folder(_ path: String) -> Manifest.Output {
    Manifest.Output(
      path: RelativePath(unchecked: Array(path.utf8)), permissions: 0o755, modified: time, content: .folder)
  }

  static func link(_ path: String, to target: String) -> Manifest.Output {
    Manifest.Output(
      path: RelativePath(unchecked: Array(path.utf8)), permissions: 0, modified: time,
      content: .link(Array(target.utf8)))
  }
}

extension BuildStateStore {
  /// Unpacks and publishes; what comes in between may happen to a real restore as well.
  func restore(
    _ entry: BuildStateEntry, to scratch: String, beforePublishing: () -> Void = {}
  ) throws(Failure) -> [StateInput] {
    let state = try unpack(entry, for: scratch)
    beforePublishing()
    try state.publish()
    return state.inputs
  }
}
