import Cache
import Platform
import Support

/// Everything in a scratch folder that a state is to hold.
struct ScratchWalk {
  /// What belongs to one place and time: the lock, this target's own mark, and SwiftPM's clones of repositories.
  private static let leftOutAtTop = Set(
    [BaseMark.name, ".lock", "repositories"].map { RelativePath($0) })

  struct Found: Sendable {
    let path: RelativePath
    let status: FileFacts
    /// Empty but for a link.
    let target: [UInt8]
  }

  private(set) var found: [Found] = []

  /// In the order of their paths.
  static func found(in scratch: OpenFolder) throws(StateError) -> [Found] {
    var walk = ScratchWalk()
    try walk.visit(scratch, .root)
    return walk.found.sorted { $0.path < $1.path }
  }

  private mutating func visit(_ folder: OpenFolder, _ path: RelativePath) throws(StateError) {
    let names = try StateError.reading(path) { () throws(DiskError) in try folder.names() }
    for name in names {
      let path = path.appending(RelativePath(unchecked: name))
      if Self.leftOutAtTop.contains(path) || ManifestRules.isGit(name) { continue }
      try ManifestRules.check(path)
      try StateError.reading(path) { () throws(DiskError) in try folder.facts(of: name[...]) }
        .map { status throws(StateError) in try add(path, status, in: folder) }
    }
  }

  private mutating func add(_ path: RelativePath, _ status: FileFacts, in folder: OpenFolder)
    throws(StateError)
  {
    let name = path.lastComponent
    switch status.kind {
    case .file: found.append(Found(path: path, status: status, target: []))
    case .link:
      let target = try StateError.reading(path) { () throws(DiskError) in try folder.target(of: name) }
      found.append(Found(path: path, status: status, target: target))
    case .folder:
      found.append(Found(path: path, status: status, target: []))
      try visit(try StateError.reading(path) { () throws(DiskError) in try folder.folder(name) }, path)
    case .other: throw ManifestRules.refused(path, "is no file, no folder and no link")
    }
  }
}
