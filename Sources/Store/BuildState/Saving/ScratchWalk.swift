import Base

/// Collects all files of a scratch folder that belong to a state.
struct ScratchWalk {
  /// The files that are left out: the lock, the mark of this folder's state, and SwiftPM's clones of repositories.
  private static let leftOutAtTop = Set(
    [BaseMark.name, ".lock", "repositories"].map { RelativePath($0) })

  struct Found: Sendable {
    let path: RelativePath
    let status: FileFacts
    /// A link's target, empty for other entries.
    let target: [UInt8]
  }

  private(set) var found: [Found] = []

  /// Returns the files in the order of their paths.
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
    case .other: throw ManifestRules.refused(path, "is not a file, folder or link")
    }
  }
}

/// A file of the scratch folder, read once.
struct ScratchFile: Sendable {
  let path: RelativePath
  let status: FileFacts
  let digest: SHA256Digest
}

/// Reads files of a scratch folder. They must not change while a state is saved.
struct ScratchReader: Sendable {
  let folder: OpenFolder
  let jobs: Int

  func digests(of files: [ScratchWalk.Found]) throws(StateError) -> [ScratchFile] {
    let chunks = Chunks.cut(files) { $0.status.size }
    return try concurrentMap(chunks, jobs: jobs) { chunk throws(StateError) -> [ScratchFile] in
      let opener = PathOpener(folder)
      var read: [ScratchFile] = []
      for file in chunk { read.append(try digest(of: file, opener)) }
      return read
    }.flatMap { $0 }
  }

  private func digest(of file: ScratchWalk.Found, _ opener: PathOpener) throws(StateError) -> ScratchFile {
    guard file.status.size <= ManifestRules.longestFile else {
      throw ManifestRules.refused(file.path, "is too large")
    }
    let digest = try StateError.reading(file.path) { () throws(DiskError) -> SHA256Digest? in
      let (folder, name) = try opener.place(of: file.path)
      let opened = try folder.file(name)
      guard try opened.facts() == file.status else { return nil }
      let digest = try opened.digest()
      return try opened.facts() == file.status ? digest : nil
    }
    guard let digest else { throw changed(file.path) }
    return ScratchFile(path: file.path, status: file.status, digest: digest)
  }

  /// Appends the bytes of a file. They must be those that were hashed.
  func append(_ file: ScratchFile, to bytes: inout [UInt8], _ opener: PathOpener) throws(StateError) {
    let start = bytes.count
    try StateError.reading(file.path) { () throws(DiskError) in
      let (folder, name) = try opener.place(of: file.path)
      try folder.file(name).append(file.status.size, to: &bytes)
    }
    guard SHA256.digest(of: bytes[start...]) == file.digest else { throw changed(file.path) }
  }

  private func changed(_ path: RelativePath) -> StateError {
    StateError(.refused, "the build state is not saved: \"\(path)\" changed meanwhile")
  }
}
