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
  /// The blobs to store.
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
