package import Base

/// States of scratch folders, in the store of all results.
///
/// A state is one record, one manifest and some blobs, most of which it shares with the state before.
package struct BuildStateStore: Sendable {
  let store: LocalStore
  let jobs: Int
  /// Returns false for a record that must be ignored.
  let counts: @Sendable (ActionResult) -> Bool

  package init(
    _ store: LocalStore, jobs: Int, counts: @escaping @Sendable (ActionResult) -> Bool = { _ in true }
  ) {
    self.store = store
    self.jobs = jobs
    self.counts = counts
  }

  func record(_ key: SHA256Digest) -> ActionResult? { store.record(key).flatMap { counts($0) ? $0 : nil } }

  package func find(_ line: StateLine, commit: String) -> BuildStateEntry? {
    let key = line.key(commit: commit)
    guard let record = record(key).flatMap({ StateRecord($0) }), record.summary.line == line.digest,
      record.summary.commit == commit
    else { return nil }
    return BuildStateEntry(key: key, summary: record.summary)
  }

  /// Returns all states, the newest first.
  package func all() -> [BuildStateEntry] {
    let entries = store.allRecords().compactMap { stored in
      StateRecord(stored.result).map { BuildStateEntry(key: stored.key, summary: $0.summary) }
    }
    return entries.sorted {
      ($0.summary.saved, $0.key.description) > ($1.summary.saved, $1.key.description)
    }
  }

  /// Removes the records, and their blobs that no other record needs. Returns the entries whose records are gone.
  package func drop(_ entries: [BuildStateEntry]) -> [BuildStateEntry] {
    let removed = store.removeRecords(Set(entries.map(\.key)))
    return entries.filter { removed.contains($0.key) }
  }
}

/// A file in a scratch folder that names the state it was restored from or last saved as. The next save builds on that
/// state. The file is used for nothing else, and the state's blobs are looked up by content.
enum BaseMark {
  static let name = "ambit-state"

  static func read(in scratch: String) -> SHA256Digest? {
    LocalFiles.read("\(scratch)/\(name)").flatMap {
      SHA256Digest(hex: $0.prefix { $0 != UInt8(ascii: "\n") })
    }
  }

  static func bytes(_ key: SHA256Digest) -> [UInt8] { Array("\(key)\n".utf8) }

  /// Writes the mark. Without it the next save is a full one, which is no failure.
  static func write(_ key: SHA256Digest, in scratch: String) {
    LocalFiles.replace("\(scratch)/\(name)", with: bytes(key))
  }
}

extension BuildStateStore {
  /// Saves a scratch folder, whose lock the caller holds. `inputs` are the files that it was built from.
  ///
  /// Files of the state that the folder was restored from, or last saved as, are not stored again.
  package func save(
    _ scratch: String, as line: StateLine, commit: String, inputs: [StateInput]
  ) throws(Failure) -> BuildStateEntry {
    let folder = try Failure.reading(scratch) { () throws(DiskError) in
      try OpenFolder.open(scratch)
    }
    let saver = StateSaver(
      store: store, reader: ScratchReader(folder: folder, jobs: jobs), scratch: scratch,
      key: line.key(commit: commit), inputs: inputs.sorted { $0.path < $1.path })
    let (manifest, written) = try saver.save(on: base(of: scratch))
    try Self.checkTimes(of: manifest)
    let entry = try record(manifest, written, line, commit, saver)
    BaseMark.write(entry.key, in: scratch)
    return entry
  }

  /// Returns true when a scratch folder has more files than a state of it, so it was built for more modules.
  package func isOutgrown(_ entry: BuildStateEntry, by scratch: String) -> Bool {
    guard let folder = try? OpenFolder.open(scratch), let found = try? ScratchWalk.found(in: folder) else {
      return false
    }
    return found.count { $0.status.kind != .folder } > entry.summary.files
  }

  private func record(
    _ manifest: Manifest, _ written: Int, _ line: StateLine, _ commit: String, _ saver: StateSaver
  ) throws(Failure) -> BuildStateEntry {
    guard let compressed = ZstdCompressor()?.compress(manifest.encoded) else { throw FrameMaker.outOfMemory }
    var summary = StateSummary(
      line: line.digest, commit: commit, workspace: line.workspace, scratch: line.scratch)
    summary.saved = .now
    summary.newest = manifest.newest
    summary.files = manifest.outputs.count { !$0.isFolder }
    summary.inputs = manifest.inputs.count
    summary.bytes = manifest.rawBytes ?? .max
    summary.storedBytes = manifest.storedBytes + compressed.count
    summary.writtenBytes = written + compressed.count
    let digest = try saver.put(compressed)
    let record = StateRecord(summary: summary, manifest: digest, blobs: manifest.blobs)
    guard store.setRecord(record.result, for: manifest.key) else {
      throw Failure.state(.unwritable, "the cache \"\(store.folder)\" did not record it")
    }
    return BuildStateEntry(key: manifest.key, summary: summary)
  }

  /// Returns the manifest of the base. Without a valid one the save is a full one.
  private func base(of scratch: String) -> Manifest? {
    BaseMark.read(in: scratch).flatMap { try? manifest(of: $0, scratch: scratch) }
  }

  /// Returns the manifest that is recorded under a key, after checking it.
  func manifest(of key: SHA256Digest, scratch: String) throws(Failure) -> Manifest {
    guard let record = record(key).flatMap({ StateRecord($0) }), let bytes = store.blob(record.manifest)
    else {
      throw Failure.state(.damaged, "the state is not used: it is missing from the cache, or incomplete")
    }
    let manifest = try Self.manifest(decoding: bytes, scratch: scratch)
    guard manifest.key == key else { throw Self.unreadable }
    return manifest
  }

  static func manifest(decoding bytes: [UInt8], scratch: String) throws(Failure) -> Manifest {
    guard let size = ZstdDecompressor.size(of: bytes[...], limit: Manifest.longestEncoding),
      let encoded = ZstdDecompressor()?.decompress(bytes[...], size: size),
      let manifest = Manifest(decoding: encoded)
    else { throw unreadable }
    try ManifestRules(scratch: scratch).check(manifest)
    return manifest
  }

  private static let unreadable = Failure.state(
    .damaged, "the state is not used: its list of files cannot be read")

  /// Refuses a state from the future. A file that is edited after a restore must look newer than everything in the
  /// state.
  static func checkTimes(of manifest: Manifest) throws(Failure) {
    guard manifest.newest > FileTime.now.advanced(by: 10_000_000_000) else { return }
    throw Failure.state(
      .fromTheFuture, "the state is not used: it has files from the future by this machine's clock")
  }
}

extension BuildStateStore {
  /// Writes a state's files to a folder beside `scratch`, all of them or none. The caller holds the lock of `scratch`.
  ///
  /// Nothing may be at `scratch`, except with `replacing`: then the caller removes it before the state is published.
  package func unpack(
    _ entry: BuildStateEntry, for scratch: String, replacing: Bool = false
  ) throws(Failure) -> UnpackedState {
    let place = try RestorePlace(scratch)
    if !replacing { try place.checkFree() }
    let manifest = try manifest(of: entry.key, scratch: scratch)
    try Self.checkTimes(of: manifest)
    let root = try place.begin()
    do throws(Failure) {
      try StateRestorer(manifest, from: store, to: root, jobs: jobs).run()
      try place.mark(root, as: entry.key)
    } catch {
      place.abandon()
      throw error
    }
    return UnpackedState(inputs: manifest.inputs, newest: manifest.newest, place: place)
  }
}

/// A complete state in a folder beside its place.
///
/// The workspace's files must get their times before the state is published. When the process is killed in between, no
/// scratch folder exists that seems to be built from the files as they are.
package struct UnpackedState: Sendable {
  package let inputs: [StateInput]
  /// The latest time of any file in the state.
  package let newest: FileTime
  fileprivate let place: RestorePlace

  /// Removes the unpacked files.
  package func abandon() { place.abandon() }

  /// Moves the state to its place, unless something is there by now.
  package func publish() throws(Failure) {
    do throws(Failure) {
      try place.publish()
    } catch {
      place.abandon()
      throw error
    }
  }
}

/// The folder of an unfinished restore, beside its final place.
private struct RestorePlace: Sendable {
  private static let suffix = ".restoring"

  private let parent: OpenFolder
  private let scratch: String
  private let name: ArraySlice<UInt8>
  private let temporary: ArraySlice<UInt8>

  init(_ scratch: String) throws(Failure) {
    let path = LocalFiles.folder(of: scratch)
    LocalFiles.makeFolders(path, mode: 0o777)
    parent = try Failure.writing(path) { () throws(DiskError) in try OpenFolder.open(path) }
    name = RelativePath(scratch).lastComponent
    temporary = name + Array(Self.suffix.utf8)
    self.scratch = scratch
  }

  func checkFree() throws(Failure) {
    let status = try Failure.reading(scratch) { () throws(DiskError) in
      try parent.facts(of: name)
    }
    guard status == nil else { throw occupied }
  }

  private var occupied: Failure {
    Failure.state(.occupied, "the state is not used: \"\(scratch)\" already exists")
  }

  /// Removes the rest of a killed restore, and makes the folder. The lock says that no other process works on it.
  func begin() throws(Failure) -> OpenFolder {
    try Failure.writing("\(scratch)\(Self.suffix)") { () throws(DiskError) in
      try parent.removeTree(temporary)
      try parent.makeFolder(temporary, permissions: 0o777)
      return try parent.folder(temporary)
    }
  }

  /// Marks the folder, so that the next save builds on this state.
  func mark(_ root: OpenFolder, as key: SHA256Digest) throws(Failure) {
    try Failure.writing("\(scratch)/\(BaseMark.name)") { () throws(DiskError) in
      let file = try root.makeFile(Array(BaseMark.name.utf8)[...])
      try file.write(BaseMark.bytes(key)[...])
      try file.finish()
    }
  }

  func publish() throws(Failure) {
    do throws(DiskError) {
      try parent.rename(temporary, toFree: name)
    } catch {
      try checkFree()
      throw Failure.state(.unwritable, "\"\(scratch)\" cannot be written: \(error.reason)")
    }
  }

  func abandon() { try? parent.removeTree(temporary) }
}

/// Reads the frames of a state from the store, on any number of threads.
final class FrameReader: Sendable {
  private let store: LocalStore
  private let manifest: Manifest
  /// The blobs with several frames. They are kept, so that they are read only once.
  private let shared: Set<Int>
  private let kept = Guarded<[Int: [UInt8]]>([:])

  init(_ store: LocalStore, _ manifest: Manifest) {
    self.store = store
    self.manifest = manifest
    var seen: Set<Int> = []
    shared = Set(manifest.frames.lazy.map(\.blob).filter { !seen.insert($0).inserted })
  }

  /// Returns the content of a frame. `prefix` has the bytes that the frame's own prefix names.
  func content(
    of frame: Int, after prefix: ArraySlice<UInt8> = [], _ decompressor: ZstdDecompressor
  ) throws(Failure) -> [UInt8] {
    let place = manifest.frames[frame]
    guard let blob = blob(place.blob) else {
      throw Failure.state(
        .damaged, "the state is not used: a part of it is missing from the cache, or damaged")
    }
    let stored = blob[place.offset..<place.offset + place.stored]
    guard let content = decompressor.decompress(stored, size: place.raw, after: prefix) else {
      throw Failure.state(.damaged, "the state is not used: a part of it has the wrong contents")
    }
    return content
  }

  private func blob(_ index: Int) -> [UInt8]? {
    guard shared.contains(index) else { return store.blob(manifest.blobs[index]) }
    if let bytes = kept.with({ $0[index] }) { return bytes }
    // Two threads may read a blob at once. That is better than one waiting for the other's disk.
    guard let bytes = store.blob(manifest.blobs[index]) else { return nil }
    kept.with { $0[index] = bytes }
    return bytes
  }
}
