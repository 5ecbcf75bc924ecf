import Base

/// Saves one scratch folder.
struct StateSaver {
  let store: LocalStore
  let reader: ScratchReader
  let scratch: String
  let key: SHA256Digest
  let inputs: [StateInput]

  /// Stores all blobs of the state. Returns its manifest and the number of written bytes.
  func save(on base: Manifest?) throws(StateError) -> (manifest: Manifest, written: Int) {
    let found = try ScratchWalk.found(in: reader.folder)
    let files = try reader.digests(of: found.filter { $0.status.kind == .file })
    if let base, let saved = try grown(base, found, files) { return saved }
    return try whole(found, files)
  }

  /// Stores only what the base lacks. Returns nil when the base is damaged, or when a save from nothing is better.
  private func grown(
    _ base: Manifest, _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(StateError) -> (manifest: Manifest, written: Int)? {
    var draft = StateDraft(key: key, on: base)
    do throws(StateError) {
      let missing = draft.missing(files)
      let maker = PatchMaker(reader: reader, frames: FrameReader(store, base), base: base)
      let patches = try maker.patches(of: missing)
      let patched = Set(patches.flatMap(\.members).map(\.file.digest))
      // All frames are added at once, since each blob is a file to make durable.
      draft.add(patches + (try bundles(of: missing.filter { !patched.contains($0.digest) })))
    } catch {
      // A damaged base is not used.
      guard error.code == .damaged else { throw error }
      return nil
    }
    try finish(&draft, found, files)
    if draft.isOvergrown { return nil }
    let blobs = draft.newBlobs
    for blob in blobs { _ = try put(blob) }
    return (draft.manifest, blobs.reduce(0) { $0 + $1.count })
  }

  private func bundles(of files: [ScratchFile]) throws(StateError) -> [FrameDraft] {
    try concurrentMap(BundleCut.cut(files), jobs: reader.jobs) { files throws(StateError) -> FrameDraft in
      try FrameMaker(reader).bundle(files)
    }
  }

  private func whole(
    _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(StateError) -> (manifest: Manifest, written: Int) {
    var draft = StateDraft(key: key, on: nil)
    let bundles = BundleCut.cut(draft.missing(files))
    // Each frame is stored as soon as it is made. All at once might not fit into memory.
    let stored = try concurrentMap(bundles, jobs: reader.jobs) {
      files throws(StateError) -> (FrameDraft, ContentDigest) in
      var frame = try FrameMaker(reader).bundle(files)
      let blob = try put(frame.bytes)
      frame.bytes = []
      return (frame, blob)
    }
    for (frame, blob) in stored { draft.add(frame, as: blob) }
    try finish(&draft, found, files)
    return (draft.manifest, draft.manifest.storedBytes)
  }

  func put(_ bytes: [UInt8]) throws(StateError) -> ContentDigest {
    guard let digest = store.put(bytes) else {
      let free = (try? OpenFolder.open(store.folder))?.freeBytes
      throw StateError.unsaved(bytes: bytes.count, in: store.folder, free: free)
    }
    return digest
  }

  private func finish(
    _ draft: inout StateDraft, _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(StateError) {
    let digests = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.digest) })
    let outputs = found.map { output($0, digests[$0.path], draft) }
    draft.finish(outputs, inputs)
    try ManifestRules(scratch: scratch).check(draft.manifest)
  }

  private func output(
    _ found: ScratchWalk.Found, _ digest: SHA256Digest?, _ draft: StateDraft
  ) -> Manifest.Output {
    Manifest.Output(
      path: found.path, permissions: found.status.kind == .link ? 0 : found.status.permissions,
      modified: found.status.modified, content: content(found, digest, draft))
  }

  private func content(
    _ found: ScratchWalk.Found, _ digest: SHA256Digest?, _ draft: StateDraft
  ) -> Manifest.Content {
    if let digest {
      return .file(draft.place(of: digest) ?? Manifest.Slice(frame: 0, offset: 0, size: 0), digest)
    }
    return found.status.kind == .link ? .link(found.target) : .folder
  }
}
