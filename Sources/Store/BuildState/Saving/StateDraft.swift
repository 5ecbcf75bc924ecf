import Base

/// A manifest that is being built, with the blobs that must be stored.
struct StateDraft {
  /// The limit on blobs, unless one frame alone is longer.
  private static let longestBlob = 64 << 20
  private static let mostSteps = 64

  private(set) var manifest: Manifest
  private var places: [SHA256Digest: Manifest.Slice] = [:]
  /// The bytes of blobs that are not stored yet.
  private var pending: [ContentDigest: [UInt8]] = [:]

  /// Begins a manifest on top of another state. Its blobs are used for equal files.
  init(key: SHA256Digest, on base: Manifest?) {
    manifest = Manifest(key: key, growth: base?.growth ?? Manifest.Growth(steps: 0, stored: 0, raw: 0))
    guard let base else { return }
    manifest.growth.steps += 1
    manifest.blobs = base.blobs
    manifest.frames = base.frames
    for output in base.outputs {
      if case .file(let slice, let digest) = output.content, slice.size > 0 { places[digest] = slice }
    }
  }

  /// Returns the files whose bytes are not stored yet, each content once.
  func missing(_ files: [ScratchFile]) -> [ScratchFile] {
    var seen: Set<SHA256Digest> = []
    return files.filter { $0.status.size > 0 && places[$0.digest] == nil && seen.insert($0.digest).inserted }
  }

  /// Adds frames in as few blobs as possible.
  mutating func add(_ drafts: [FrameDraft]) {
    var blob: [UInt8] = []
    var held: [FrameDraft] = []
    for draft in drafts {
      if !blob.isEmpty, blob.count + draft.bytes.count > Self.longestBlob {
        addBlob(blob, held)
        (blob, held) = ([], [])
      }
      blob += draft.bytes
      held.append(draft)
    }
    if !held.isEmpty { addBlob(blob, held) }
  }

  private mutating func addBlob(_ bytes: [UInt8], _ drafts: [FrameDraft]) {
    let digest = ContentDigest(of: bytes)
    pending[digest] = bytes
    var offset = 0
    for draft in drafts {
      addFrame(draft, stored: draft.bytes.count, at: offset)
      offset += draft.bytes.count
    }
    manifest.blobs.append(digest)
  }

  /// Adds a frame that is a blob of its own and stored already.
  mutating func add(_ draft: FrameDraft, as blob: ContentDigest) {
    addFrame(draft, stored: blob.size, at: 0)
    manifest.blobs.append(blob)
  }

  private mutating func addFrame(_ draft: FrameDraft, stored: Int, at offset: Int) {
    let index = manifest.frames.count
    manifest.frames.append(
      Manifest.Frame(
        blob: manifest.blobs.count, offset: offset, stored: stored, raw: draft.raw, prefix: draft.prefix))
    for member in draft.members {
      places[member.file.digest] = Manifest.Slice(
        frame: index, offset: member.offset, size: member.file.status.size)
    }
  }

  func place(of digest: SHA256Digest) -> Manifest.Slice? { places[digest] }
}

extension StateDraft {
  var newBlobs: [[UInt8]] { manifest.blobs.compactMap { pending[$0] } }

  mutating func finish(_ outputs: [Manifest.Output], _ inputs: [StateInput]) {
    manifest.outputs = outputs
    manifest.inputs = inputs
    manifest.dropUnused()
    guard manifest.growth.steps == 0 else { return }
    manifest.growth.stored = manifest.storedBytes
    manifest.growth.raw = manifest.rawBytes ?? .max
  }

  /// True when the state has so many unused bytes that a save from nothing is better.
  var isOvergrown: Bool {
    let growth = manifest.growth
    guard growth.steps > 0 else { return false }
    let share = Double(manifest.rawBytes ?? 0) / Double(max(growth.raw, 1))
    return growth.steps > Self.mostSteps || Double(manifest.storedBytes) > 2 * share * Double(growth.stored)
  }
}

extension Manifest {
  /// The size of all blobs, without the manifest's own.
  var storedBytes: Int { blobs.reduce(0) { $0 + $1.size } }

  /// Drops frames that no file needs, and blobs that no frame needs.
  fileprivate mutating func dropUnused() {
    var usedFrames: Set<Int> = []
    for output in outputs {
      guard case .file(let slice, _) = output.content, slice.size > 0 else { continue }
      usedFrames.insert(slice.frame)
      if let prefix = frames[slice.frame].prefix { usedFrames.insert(prefix.frame) }
    }
    let usedBlobs = Set(usedFrames.map { frames[$0].blob })
    let newFrames = Self.renumbered(usedFrames)
    let newBlobs = Self.renumbered(usedBlobs)
    frames = usedFrames.sorted().map { old in
      var frame = frames[old]
      frame.blob = newBlobs[frame.blob, default: 0]
      if let prefix = frame.prefix { frame.prefix?.frame = newFrames[prefix.frame, default: 0] }
      return frame
    }
    blobs = usedBlobs.sorted().map { blobs[$0] }
    outputs = outputs.map { $0.moved(to: newFrames) }
  }

  private static func renumbered(_ used: Set<Int>) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: used.sorted().enumerated().map { ($1, $0) })
  }
}

extension Manifest.Output {
  fileprivate func moved(to frames: [Int: Int]) -> Manifest.Output {
    guard case .file(var slice, let digest) = content, slice.size > 0 else { return self }
    slice.frame = frames[slice.frame, default: 0]
    var moved = self
    moved.content = .file(slice, digest)
    return moved
  }
}

/// Saves one scratch folder.
struct StateSaver {
  let store: LocalStore
  let reader: ScratchReader
  let scratch: String
  let key: SHA256Digest
  let inputs: [StateInput]

  /// Stores all blobs of the state. Returns its manifest and the number of written bytes.
  func save(on base: Manifest?) throws(Failure) -> (manifest: Manifest, written: Int) {
    let found = try ScratchWalk.found(in: reader.folder)
    let files = try reader.digests(of: found.filter { $0.status.kind == .file })
    if let base, let saved = try grown(base, found, files) { return saved }
    return try whole(found, files)
  }

  /// Stores only what the base lacks. Returns nil when the base is damaged, or when a save from nothing is better.
  private func grown(
    _ base: Manifest, _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(Failure) -> (manifest: Manifest, written: Int)? {
    var draft = StateDraft(key: key, on: base)
    do throws(Failure) {
      let missing = draft.missing(files)
      let maker = PatchMaker(reader: reader, frames: FrameReader(store, base), base: base)
      let patches = try maker.patches(of: missing)
      let patched = Set(patches.flatMap(\.members).map(\.file.digest))
      // All frames are added at once, since each blob is a file to make durable.
      draft.add(patches + (try bundles(of: missing.filter { !patched.contains($0.digest) })))
    } catch {
      // A damaged base is not used.
      guard error.code == Failure.State.damaged.rawValue else { throw error }
      return nil
    }
    try finish(&draft, found, files)
    if draft.isOvergrown { return nil }
    let blobs = draft.newBlobs
    for blob in blobs { _ = try put(blob) }
    return (draft.manifest, blobs.reduce(0) { $0 + $1.count })
  }

  private func bundles(of files: [ScratchFile]) throws(Failure) -> [FrameDraft] {
    try concurrentMap(BundleCut.cut(files), jobs: reader.jobs) { files throws(Failure) -> FrameDraft in
      try FrameMaker(reader).bundle(files)
    }
  }

  private func whole(
    _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(Failure) -> (manifest: Manifest, written: Int) {
    var draft = StateDraft(key: key, on: nil)
    let bundles = BundleCut.cut(draft.missing(files))
    // Each frame is stored as soon as it is made. All at once might not fit into memory.
    let stored = try concurrentMap(bundles, jobs: reader.jobs) {
      files throws(Failure) -> (FrameDraft, ContentDigest) in
      var frame = try FrameMaker(reader).bundle(files)
      let blob = try put(frame.bytes)
      frame.bytes = []
      return (frame, blob)
    }
    for (frame, blob) in stored { draft.add(frame, as: blob) }
    try finish(&draft, found, files)
    return (draft.manifest, draft.manifest.storedBytes)
  }

  func put(_ bytes: [UInt8]) throws(Failure) -> ContentDigest {
    guard let digest = store.put(bytes) else {
      let free = (try? OpenFolder.open(store.folder))?.freeBytes
      throw Failure.unsaved(bytes: bytes.count, in: store.folder, free: free)
    }
    return digest
  }

  private func finish(
    _ draft: inout StateDraft, _ found: [ScratchWalk.Found], _ files: [ScratchFile]
  ) throws(Failure) {
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
