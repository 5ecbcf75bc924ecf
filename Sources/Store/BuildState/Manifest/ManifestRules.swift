import Base

/// Checks a whole manifest before anything is written to disk or saved.
struct ManifestRules {
  static let longestPath = 4095
  static let longestName = 255
  /// The limit on files, which are held in memory.
  static let longestFile = 1 << 30

  /// The absolute path of the state's folder.
  let scratch: String

  func check(_ manifest: Manifest) throws(StateError) {
    // A larger manifest could not be read back.
    guard max(manifest.outputs.count, manifest.inputs.count) <= Manifest.mostEntries else {
      throw StateError(.refused, "the state is not used: it has too many files")
    }
    try checkFrames(of: manifest)
    try checkOutputs(of: manifest)
    try checkInputs(of: manifest)
    try LinkRules(scratch: scratch, manifest.outputs).check()
  }
}

// MARK: Paths

extension ManifestRules {
  /// Checks that a path stays below its root and does not belong to a Git repository.
  static func check(_ path: RelativePath) throws(StateError) {
    guard !path.bytes.isEmpty, path.bytes.count <= longestPath, !path.bytes.contains(0) else {
      throw refused(path, "is empty, too long, or has a NUL byte")
    }
    for component in path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard !component.isEmpty, component.count <= longestName, !isDots(component) else {
        throw refused(path, "is not a plain relative path")
      }
      guard !isGit(component) else { throw refused(path, "belongs to a Git repository") }
    }
  }

  static func refused(_ path: RelativePath, _ reason: String) -> StateError {
    // The message shows only the beginning of a long path.
    let shown = RelativePath(unchecked: Array(path.bytes.prefix(200)))
    return StateError(.refused, "the state is not used: the path \"\(shown)\" \(reason)")
  }

  static func isGit(_ name: some Collection<UInt8>) -> Bool {
    name.count == 4 && name.lazy.map { $0 | 0x20 }.elementsEqual(Array(".git".utf8).map { $0 | 0x20 })
  }

  private static func isDots(_ name: ArraySlice<UInt8>) -> Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}

// MARK: Lists

extension ManifestRules {
  private func checkOutputs(of manifest: Manifest) throws(StateError) {
    var folders: Set<RelativePath> = [.root]
    var before = RelativePath.root
    for output in manifest.outputs {
      try Self.check(output.path)
      guard before < output.path else {
        throw Self.refused(output.path, "is listed twice, or out of order")
      }
      before = output.path
      guard folders.contains(output.path.parent) else {
        throw Self.refused(output.path, "is in no listed folder")
      }
      guard output.permissions & ~0o777 == 0 else {
        throw Self.refused(output.path, "has impossible permissions")
      }
      switch output.content {
      case .folder: folders.insert(output.path)
      case .file(let slice, _): try check(slice, of: output.path, in: manifest)
      case .link: break
      }
    }
  }

  private func check(_ slice: Manifest.Slice, of path: RelativePath, in manifest: Manifest) throws(StateError)
  {
    guard slice.size == 0 || isWithin(slice, manifest.frames) else {
      throw Self.refused(path, "has contents that are nowhere")
    }
  }

  private func checkInputs(of manifest: Manifest) throws(StateError) {
    var before = RelativePath.root
    for input in manifest.inputs {
      try Self.check(input.path)
      guard before < input.path else { throw Self.refused(input.path, "is listed twice, or out of order") }
      before = input.path
    }
  }

  private func checkFrames(of manifest: Manifest) throws(StateError) {
    for frame in manifest.frames {
      let isPlaced =
        manifest.blobs.indices.contains(frame.blob)
        && isWithin(frame.offset, frame.stored, manifest.blobs[frame.blob].size)
      guard isPlaced, (1...Self.longestFile).contains(frame.raw), isPlain(frame.prefix, in: manifest.frames)
      else { throw StateError(.refused, "the state is not used: it has bytes in an impossible place") }
    }
  }

  private func isPlain(_ prefix: Manifest.Slice?, in frames: [Manifest.Frame]) -> Bool {
    guard let prefix else { return true }
    return isWithin(prefix, frames) && frames[prefix.frame].prefix == nil
  }

  private func isWithin(_ slice: Manifest.Slice, _ frames: [Manifest.Frame]) -> Bool {
    frames.indices.contains(slice.frame) && isWithin(slice.offset, slice.size, frames[slice.frame].raw)
  }

  private func isWithin(_ offset: Int, _ size: Int, _ whole: Int) -> Bool {
    offset >= 0 && size > 0 && offset <= whole && size <= whole - offset
  }
}
