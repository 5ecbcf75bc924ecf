import Base

extension BuildStateStore {
  /// Saves a scratch folder, whose lock the caller holds. `inputs` are the files that it was built from.
  ///
  /// Files of the state that the folder was restored from, or last saved as, are not stored again.
  package func save(
    _ scratch: String, as line: StateLine, commit: String, inputs: [StateInput]
  ) throws(StateError) -> BuildStateEntry {
    let folder = try StateError.reading(scratch) { () throws(DiskError) in
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
  ) throws(StateError) -> BuildStateEntry {
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
      throw StateError(
        .unwritable, "the build state is not saved: the cache \"\(store.folder)\" did not record it")
    }
    return BuildStateEntry(key: manifest.key, summary: summary)
  }

  /// Returns the manifest of the base. Without a valid one the save is a full one.
  private func base(of scratch: String) -> Manifest? {
    BaseMark.read(in: scratch).flatMap { try? manifest(of: $0, scratch: scratch) }
  }

  /// Returns the manifest that is recorded under a key, after checking it.
  func manifest(of key: SHA256Digest, scratch: String) throws(StateError) -> Manifest {
    guard let record = record(key).flatMap({ StateRecord($0) }), let bytes = store.blob(record.manifest)
    else {
      throw StateError(.damaged, "the state is not used: it is missing from the cache, or incomplete")
    }
    let manifest = try Self.manifest(decoding: bytes, scratch: scratch)
    guard manifest.key == key else { throw Self.unreadable }
    return manifest
  }

  static func manifest(decoding bytes: [UInt8], scratch: String) throws(StateError) -> Manifest {
    guard let size = ZstdDecompressor.size(of: bytes[...], limit: Manifest.longestEncoding),
      let encoded = ZstdDecompressor()?.decompress(bytes[...], size: size),
      let manifest = Manifest(decoding: encoded)
    else { throw unreadable }
    try ManifestRules(scratch: scratch).check(manifest)
    return manifest
  }

  private static let unreadable = StateError(
    .damaged, "the state is not used: its list of files cannot be read")

  /// Refuses a state from the future. A file that is edited after a restore must look newer than everything in the
  /// state.
  static func checkTimes(of manifest: Manifest) throws(StateError) {
    guard manifest.newest > FileTime.now.advanced(by: 10_000_000_000) else { return }
    throw StateError(
      .fromTheFuture, "the state is not used: it has files from the future by this machine's clock")
  }
}
