package import Base

extension BuildStateStore {
  /// Writes a state's files to a folder beside `scratch`, all of them or none. The caller holds the lock of `scratch`.
  ///
  /// Nothing may be at `scratch`, except with `replacing`: then the caller removes it before the state is published.
  package func unpack(
    _ entry: BuildStateEntry, for scratch: String, replacing: Bool = false
  ) throws(StateError) -> UnpackedState {
    let place = try RestorePlace(scratch)
    if !replacing { try place.checkFree() }
    let manifest = try manifest(of: entry.key, scratch: scratch)
    try Self.checkTimes(of: manifest)
    let root = try place.begin()
    do throws(StateError) {
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
  package func publish() throws(StateError) {
    do throws(StateError) {
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

  init(_ scratch: String) throws(StateError) {
    let path = LocalFiles.folder(of: scratch)
    LocalFiles.makeFolders(path, mode: 0o777)
    parent = try StateError.writing(path) { () throws(DiskError) in try OpenFolder.open(path) }
    name = RelativePath(scratch).lastComponent
    temporary = name + Array(Self.suffix.utf8)
    self.scratch = scratch
  }

  func checkFree() throws(StateError) {
    let status = try StateError.reading(scratch) { () throws(DiskError) in
      try parent.facts(of: name)
    }
    guard status == nil else { throw occupied }
  }

  private var occupied: StateError {
    StateError(.occupied, "the state is not used: \"\(scratch)\" already exists")
  }

  /// Removes the rest of a killed restore, and makes the folder. The lock says that no other process works on it.
  func begin() throws(StateError) -> OpenFolder {
    try StateError.writing("\(scratch)\(Self.suffix)") { () throws(DiskError) in
      try parent.removeTree(temporary)
      try parent.makeFolder(temporary, permissions: 0o777)
      return try parent.folder(temporary)
    }
  }

  /// Marks the folder, so that the next save builds on this state.
  func mark(_ root: OpenFolder, as key: SHA256Digest) throws(StateError) {
    try StateError.writing("\(scratch)/\(BaseMark.name)") { () throws(DiskError) in
      let file = try root.makeFile(Array(BaseMark.name.utf8)[...])
      try file.write(BaseMark.bytes(key)[...])
      try file.finish()
    }
  }

  func publish() throws(StateError) {
    do throws(DiskError) {
      try parent.rename(temporary, toFree: name)
    } catch {
      try checkFree()
      throw StateError(.unwritable, "\"\(scratch)\" cannot be written: \(error.reason)")
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
  ) throws(StateError) -> [UInt8] {
    let place = manifest.frames[frame]
    guard let blob = blob(place.blob) else {
      throw StateError(.damaged, "the state is not used: a part of it is missing from the cache, or damaged")
    }
    let stored = blob[place.offset..<place.offset + place.stored]
    guard let content = decompressor.decompress(stored, size: place.raw, after: prefix) else {
      throw StateError(.damaged, "the state is not used: a part of it has the wrong contents")
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
