import Base

/// Stores changed files as patches of their versions in an earlier state.
struct PatchMaker {
  let reader: ScratchReader
  let frames: FrameReader
  let base: Manifest

  /// The size from which a file is worth a frame of its own.
  private static let least = 16 << 10

  private struct Pair: Sendable {
    let file: ScratchFile
    let previous: Manifest.Slice
  }

  func patches(of files: [ScratchFile]) throws(StateError) -> [FrameDraft] {
    let previous = plainPlaces()
    let pairs = files.compactMap { file in
      previous[file.path].flatMap { file.status.size > Self.least ? Pair(file: file, previous: $0) : nil }
    }
    // Each earlier frame is read once.
    let groups = Dictionary(grouping: pairs, by: \.previous.frame).sorted { $0.key < $1.key }.map(\.value)
    return try concurrentMap(groups, jobs: reader.jobs) { group throws(StateError) -> [FrameDraft] in
      try patches(group)
    }.flatMap { $0 }
  }

  private func patches(_ pairs: [Pair]) throws(StateError) -> [FrameDraft] {
    guard let frame = pairs.first?.previous.frame else { return [] }
    guard let decompressor = ZstdDecompressor() else { throw FrameMaker.outOfMemory }
    let maker = try FrameMaker(reader)
    let content = try frames.content(of: frame, decompressor)
    var patches: [FrameDraft] = []
    for pair in pairs {
      let previous = content[pair.previous.offset..<pair.previous.offset + pair.previous.size]
      if let patch = try maker.patch(pair.file, of: previous, at: pair.previous) { patches.append(patch) }
    }
    return patches
  }

  /// Returns the unpatched bytes for each file of the earlier state: its own, or those that it is a patch of. A patch
  /// of a patch would take ever longer to read.
  private func plainPlaces() -> [RelativePath: Manifest.Slice] {
    var places: [RelativePath: Manifest.Slice] = [:]
    for output in base.outputs {
      guard case .file(let slice, _) = output.content, slice.size > 0 else { continue }
      places[output.path] = base.frames[slice.frame].prefix ?? slice
    }
    return places
  }
}
