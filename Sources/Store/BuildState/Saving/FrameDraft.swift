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

  init(_ reader: ScratchReader) throws(Failure) {
    guard let compressor = ZstdCompressor() else { throw Self.outOfMemory }
    self.compressor = compressor
    self.reader = reader
    opener = PathOpener(reader.folder)
  }

  /// Makes a frame of several files.
  func bundle(_ files: [ScratchFile]) throws(Failure) -> FrameDraft {
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
  ) throws(Failure) -> FrameDraft? {
    var bytes: [UInt8] = []
    try reader.append(file, to: &bytes, opener)
    let patch = try compressed(bytes, after: previous)
    if patch.count > bytes.count / Self.clearGain {
      guard patch.count < (try compressed(bytes)).count / 2 else { return nil }
    }
    return FrameDraft(
      bytes: patch, raw: bytes.count, prefix: slice, members: [FrameDraft.Member(file: file, offset: 0)])
  }

  private func compressed(_ bytes: [UInt8], after prefix: ArraySlice<UInt8> = []) throws(Failure) -> [UInt8] {
    guard let frame = compressor.compress(bytes, after: prefix) else { throw Self.outOfMemory }
    return frame
  }

  static let outOfMemory = Failure.state(.unwritable, "there is not enough memory for a build state")
}

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

  func patches(of files: [ScratchFile]) throws(Failure) -> [FrameDraft] {
    let previous = plainPlaces()
    let pairs = files.compactMap { file in
      previous[file.path].flatMap { file.status.size > Self.least ? Pair(file: file, previous: $0) : nil }
    }
    // Each earlier frame is read once.
    let groups = Dictionary(grouping: pairs, by: \.previous.frame).sorted { $0.key < $1.key }.map(\.value)
    return try concurrentMap(groups, jobs: reader.jobs) { group throws(Failure) -> [FrameDraft] in
      try patches(group)
    }.flatMap { $0 }
  }

  private func patches(_ pairs: [Pair]) throws(Failure) -> [FrameDraft] {
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
  static func found(in scratch: OpenFolder) throws(Failure) -> [Found] {
    var walk = ScratchWalk()
    try walk.visit(scratch, .root)
    return walk.found.sorted { $0.path < $1.path }
  }

  private mutating func visit(_ folder: OpenFolder, _ path: RelativePath) throws(Failure) {
    let names = try Failure.reading(path) { () throws(DiskError) in try folder.names() }
    for name in names {
      let path = path.appending(RelativePath(unchecked: name))
      if Self.leftOutAtTop.contains(path) || ManifestRules.isGit(name) { continue }
      try ManifestRules.check(path)
      try Failure.reading(path) { () throws(DiskError) in try folder.facts(of: name[...]) }
        .map { status throws(Failure) in try add(path, status, in: folder) }
    }
  }

  private mutating func add(_ path: RelativePath, _ status: FileFacts, in folder: OpenFolder)
    throws(Failure)
  {
    let name = path.lastComponent
    switch status.kind {
    case .file: found.append(Found(path: path, status: status, target: []))
    case .link:
      let target = try Failure.reading(path) { () throws(DiskError) in try folder.target(of: name) }
      found.append(Found(path: path, status: status, target: target))
    case .folder:
      found.append(Found(path: path, status: status, target: []))
      try visit(try Failure.reading(path) { () throws(DiskError) in try folder.folder(name) }, path)
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

  func digests(of files: [ScratchWalk.Found]) throws(Failure) -> [ScratchFile] {
    let chunks = Chunks.cut(files) { $0.status.size }
    return try concurrentMap(chunks, jobs: jobs) { chunk throws(Failure) -> [ScratchFile] in
      let opener = PathOpener(folder)
      var read: [ScratchFile] = []
      for file in chunk { read.append(try digest(of: file, opener)) }
      return read
    }.flatMap { $0 }
  }

  private func digest(of file: ScratchWalk.Found, _ opener: PathOpener) throws(Failure) -> ScratchFile {
    guard file.status.size <= ManifestRules.longestFile else {
      throw ManifestRules.refused(file.path, "is too large")
    }
    let digest = try Failure.reading(file.path) { () throws(DiskError) -> SHA256Digest? in
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
  func append(_ file: ScratchFile, to bytes: inout [UInt8], _ opener: PathOpener) throws(Failure) {
    let start = bytes.count
    try Failure.reading(file.path) { () throws(DiskError) in
      let (folder, name) = try opener.place(of: file.path)
      try folder.file(name).append(file.status.size, to: &bytes)
    }
    guard SHA256.digest(of: bytes[start...]) == file.digest else { throw changed(file.path) }
  }

  private func changed(_ path: RelativePath) -> Failure {
    Failure.state(.refused, "\"\(path)\" changed meanwhile")
  }
}

/// Decides which files are compressed together. Files that change together are in one bundle: those of one module, one
/// large product, or one module cache.
enum BundleCut {
  /// The size of a bundle. It is small enough to keep all processors busy in a restore, and large enough to avoid a
  /// file for each module.
  private static let target = 8 << 20
  private static let largeProduct = 64 << 10

  static func cut(_ files: [ScratchFile]) -> [[ScratchFile]] {
    let groups = Dictionary(grouping: files) { group(of: $0) }
    let ordered = groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { groups[$0] }
    return ordered.reduce(into: []) { add($1, to: &$0) }.map(\.files)
  }

  private struct Bundle {
    var files: [ScratchFile] = []
    var bytes = 0
  }

  /// Adds a group of files. Small groups share a bundle, and large ones take several.
  private static func add(_ group: [ScratchFile], to bundles: inout [Bundle]) {
    let bytes = group.reduce(0) { $0 + $1.status.size }
    if let last = bundles.last, last.bytes + bytes <= target {
      bundles[bundles.count - 1].files += group
      bundles[bundles.count - 1].bytes += bytes
      return
    }
    bundles.append(Bundle())
    for file in group {
      if let last = bundles.last, last.bytes > 0, last.bytes + file.status.size > target {
        bundles.append(Bundle())
      }
      bundles[bundles.count - 1].files.append(file)
      bundles[bundles.count - 1].bytes += file.status.size
    }
  }

  /// Returns the group of a file in SwiftPM's layout `<triple>/<configuration>/...`. Other files form one group.
  private static func group(of file: ScratchFile) -> [UInt8] {
    let parts = file.path.components
    if let cache = parts.dropLast().firstIndex(where: { $0.elementsEqual("ModuleCache".utf8) }) {
      return Array(parts[...min(cache + 1, parts.count - 2)].joined(separator: [UInt8(ascii: "/")]))
    }
    guard parts.count > 2 else { return [] }
    if parts.count > 3, let module = stem(parts[2], ".build") { return module }
    if parts.count > 3, parts[2].elementsEqual("Modules".utf8),
      let dot = parts[3].firstIndex(of: UInt8(ascii: "."))
    {
      return Array(parts[3][..<dot])
    }
    return parts.count == 3 && file.status.size > largeProduct ? file.path.bytes : []
  }

  private static func stem(_ name: ArraySlice<UInt8>, _ suffix: String) -> [UInt8]? {
    name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      ? Array(name.dropLast(suffix.utf8.count)) : nil
  }
}

/// Cuts lists for several threads. A piece is large enough to be worth a thread's time, and small enough that all
/// threads have work.
enum Chunks {
  private static let mostElements = 256
  private static let mostBytes = 4 << 20

  static func cut<Element>(_ elements: [Element], size: (Element) -> Int) -> [[Element]] {
    var chunks: [[Element]] = []
    var chunk: [Element] = []
    var bytes = 0
    for element in elements {
      chunk.append(element)
      bytes += size(element)
      if chunk.count == mostElements || bytes >= mostBytes {
        chunks.append(chunk)
        (chunk, bytes) = ([], 0)
      }
    }
    return chunk.isEmpty ? chunks : chunks + [chunk]
  }
}
