import Base

/// Checks a whole manifest before anything is written to disk or saved.
struct ManifestRules {
  static let longestPath = 4095
  static let longestName = 255
  /// The limit on files, which are held in memory.
  static let longestFile = 1 << 30

  /// The absolute path of the state's folder.
  let scratch: String

  func check(_ manifest: Manifest) throws(Failure) {
    // A larger manifest could not be read back.
    guard max(manifest.outputs.count, manifest.inputs.count) <= Manifest.mostEntries else {
      throw Failure.state(.refused, "the state is not used: it has too many files")
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
  static func check(_ path: RelativePath) throws(Failure) {
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

  static func refused(_ path: RelativePath, _ reason: String) -> Failure {
    // The message shows only the beginning of a long path.
    let shown = RelativePath(unchecked: Array(path.bytes.prefix(200)))
    return Failure.state(.refused, "the state is not used: the path \"\(shown)\" \(reason)")
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
  private func checkOutputs(of manifest: Manifest) throws(Failure) {
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

  private func check(_ slice: Manifest.Slice, of path: RelativePath, in manifest: Manifest) throws(Failure) {
    guard slice.size == 0 || isWithin(slice, manifest.frames) else {
      throw Self.refused(path, "has contents that are nowhere")
    }
  }

  private func checkInputs(of manifest: Manifest) throws(Failure) {
    var before = RelativePath.root
    for input in manifest.inputs {
      try Self.check(input.path)
      guard before < input.path else { throw Self.refused(input.path, "is listed twice, or out of order") }
      before = input.path
    }
  }

  private func checkFrames(of manifest: Manifest) throws(Failure) {
    for frame in manifest.frames {
      let isPlaced =
        manifest.blobs.indices.contains(frame.blob)
        && isWithin(frame.offset, frame.stored, manifest.blobs[frame.blob].size)
      guard isPlaced, (1...Self.longestFile).contains(frame.raw), isPlain(frame.prefix, in: manifest.frames)
      else { throw Failure.state(.refused, "the state is not used: it has bytes in an impossible place") }
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

/// Checks that the symbolic links of a state stay in its folder and form no circle. They may lead to nothing.
///
/// A restore never writes through a link. But the next build may, so no link may lead out of the folder. A relative
/// target may begin with `..` but not contain it later, where it could pass through another link. An absolute target
/// must be in the folder.
struct LinkRules {
  private static let mostSteps = 40
  private static let slash = UInt8(ascii: "/")
  private static let up = Array("..".utf8)

  private let scratch: [UInt8]
  /// The destinations of links by their path. The destination is nil for a link that is not allowed.
  private let links: [RelativePath: RelativePath?]

  init(scratch: String, _ outputs: [Manifest.Output]) {
    let scratch = Array(scratch.utf8)
    self.scratch = scratch
    var links: [RelativePath: RelativePath?] = [:]
    for output in outputs {
      guard case .link(let target) = output.content else { continue }
      links[output.path] = .some(Self.destination(of: output.path, target, scratch))
    }
    self.links = links
  }

  func check() throws(Failure) {
    for (path, destination) in links {
      guard let destination else {
        throw ManifestRules.refused(path, "is a link that leads out of the folder")
      }
      guard ends(destination) else { throw ManifestRules.refused(path, "is a circular link") }
    }
  }

  /// Returns the path in the folder that a target leads to, before other links are followed.
  private static func destination(of path: RelativePath, _ target: [UInt8], _ scratch: [UInt8])
    -> RelativePath?
  {
    guard !target.isEmpty, target.count <= ManifestRules.longestPath, !target.contains(0) else { return nil }
    var at = path.parent
    var parts = target.split(separator: slash)[...]
    if target.first == slash {
      let prefix = scratch.split(separator: slash)
      guard parts.starts(with: prefix) else { return nil }
      parts = parts.dropFirst(prefix.count)
      at = .root
    }
    while parts.first?.elementsEqual(up) == true {
      guard !at.isRoot else { return nil }
      at = at.parent
      parts.removeFirst()
    }
    guard !parts.contains(where: { $0.elementsEqual(up) }) else { return nil }
    let below = parts.filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    return at.appending(RelativePath(unchecked: Array(below.joined(separator: [slash]))))
  }

  /// Follows links on the way to a path, as often as a system would. Returns false for a circle.
  private func ends(_ path: RelativePath) -> Bool {
    var rest = path.components[...]
    var at = RelativePath.root
    var steps = 0
    while let name = rest.popFirst() {
      at = at.appending(RelativePath(unchecked: Array(name)))
      guard let destination = links[at] else { continue }
      steps += 1
      // `check` reports the link that leads out.
      guard let destination else { return true }
      guard steps <= Self.mostSteps else { return false }
      rest = destination.components[...] + rest
      at = .root
    }
    return true
  }
}
