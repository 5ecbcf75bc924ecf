import Base

/// A frame that is compressed and not stored yet.
struct FrameDraft: Sendable {
  struct Member: Sendable {
    let file: ScratchFile
    let offset: Int
  }

  var bytes: [UInt8]
  let raw: Int
  var prefix: Manifest.Slice?
  let members: [Member]
}

/// Makes frames. A maker belongs to one thread.
struct FrameMaker {
  private let reader: ScratchReader
  private let opener: PathOpener
  private let compressor: ZstdCompressor
  /// The ratio at which a patch is clearly worth it. Only a larger patch is compared with the compressed file.
  private static let clearGain = 16

  init(_ reader: ScratchReader) throws(StateError) {
    guard let compressor = ZstdCompressor() else { throw Self.outOfMemory }
    self.compressor = compressor
    self.reader = reader
    opener = PathOpener(reader.folder)
  }

  /// Makes a frame of several files.
  func bundle(_ files: [ScratchFile]) throws(StateError) -> FrameDraft {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.reduce(0) { $0 + $1.status.size })
    var members: [FrameDraft.Member] = []
    for file in files {
      members.append(FrameDraft.Member(file: file, offset: bytes.count))
      try reader.append(file, to: &bytes, opener)
    }
    return FrameDraft(bytes: try compressed(bytes), raw: bytes.count, members: members)
  }

  /// Makes a frame of one file as a patch of `former`. Returns nil unless the patch takes less than half the space.
  func patch(
    _ file: ScratchFile, of previous: ArraySlice<UInt8>, at slice: Manifest.Slice
  ) throws(StateError) -> FrameDraft? {
    var bytes: [UInt8] = []
    try reader.append(file, to: &bytes, opener)
    let patch = try compressed(bytes, after: previous)
    if patch.count > bytes.count / Self.clearGain {
      guard patch.count < (try compressed(bytes)).count / 2 else { return nil }
    }
    return FrameDraft(
      bytes: patch, raw: bytes.count, prefix: slice, members: [FrameDraft.Member(file: file, offset: 0)])
  }

  private func compressed(_ bytes: [UInt8], after prefix: ArraySlice<UInt8> = []) throws(StateError)
    -> [UInt8]
  {
    guard let frame = compressor.compress(bytes, after: prefix) else { throw Self.outOfMemory }
    return frame
  }

  static let outOfMemory = StateError(.unwritable, "there is not enough memory for a build state")
}
