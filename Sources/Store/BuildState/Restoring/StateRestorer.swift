import Base

/// Writes the files of a manifest to a new folder.
///
/// Folders are opened by descriptor and without following links, and every file must be new. So nothing outside is
/// written, even when somebody plants links meanwhile.
struct StateRestorer {
  let manifest: Manifest
  let frames: FrameReader
  let root: OpenFolder
  let jobs: Int

  init(_ manifest: Manifest, from store: LocalStore, to root: OpenFolder, jobs: Int) {
    self.manifest = manifest
    self.root = root
    self.jobs = jobs
    frames = FrameReader(store, manifest)
  }

  func run() throws(Failure) {
    try checkSpace()
    try makeFolders()
    let work = RestoreWork.all(of: manifest)
    _ = try concurrentMap(work, jobs: jobs) { item throws(Failure) in
      try FileRestorer(frames: frames, opener: PathOpener(root)).restore(item)
    }
    try makeLinks()
    try finishFolders()
  }

  private func checkSpace() throws(Failure) {
    guard let raw = manifest.rawBytes, let free = root.freeBytes else { return }
    guard UInt64(raw) <= free else {
      throw Failure.state(.diskFull, "the state is not used: its \(raw) bytes do not fit on the disk")
    }
  }

  /// Makes the folders. Only this user may open them until they are filled.
  private func makeFolders() throws(Failure) {
    try forEach(manifest.outputs.lazy.filter(\.isFolder)) { output, folder, name throws(DiskError) in
      try folder.makeFolder(name, permissions: 0o700)
    }
  }

  private func makeLinks() throws(Failure) {
    try forEach(manifest.outputs) { output, folder, name throws(DiskError) in
      guard case .link(let target) = output.content else { return }
      try folder.makeLink(name, to: target)
      try folder.setTime(of: name, to: output.modified)
    }
  }

  /// Sets the folders' times, the innermost first, since a new entry changes its folder's time.
  private func finishFolders() throws(Failure) {
    try forEach(manifest.outputs.reversed().lazy.filter(\.isFolder)) {
      output, folder, name throws(DiskError) in
      try folder.folder(name).set(permissions: output.permissions, modified: output.modified)
    }
  }

  private func forEach(
    _ outputs: some Sequence<Manifest.Output>,
    _ body: (Manifest.Output, OpenFolder, ArraySlice<UInt8>) throws(DiskError) -> Void
  ) throws(Failure) {
    let opener = PathOpener(root)
    for output in outputs {
      try Failure.writing(output.path) { () throws(DiskError) in
        let (folder, name) = try opener.place(of: output.path)
        try body(output, folder, name)
      }
    }
  }
}

/// The work of one thread: a frame, and all patches that need it.
struct RestoreWork: Sendable {
  /// The frame, or nil for empty files.
  var frame: Int?
  var files: [Manifest.Output] = []
  var patches: [Patch] = []

  struct Patch: Sendable {
    let frame: Int
    let prefix: Manifest.Slice
    var files: [Manifest.Output] = []
  }

  static func all(of manifest: Manifest) -> [RestoreWork] {
    var files = [[Manifest.Output]](repeating: [], count: manifest.frames.count)
    var empty = RestoreWork()
    for output in manifest.outputs {
      guard case .file(let slice, _) = output.content else { continue }
      if slice.size > 0 { files[slice.frame].append(output) } else { empty.files.append(output) }
    }
    var work: [Int: RestoreWork] = [:]
    for (index, frame) in manifest.frames.enumerated() {
      if let prefix = frame.prefix {
        work[prefix.frame, default: RestoreWork(frame: prefix.frame)].patches.append(
          Patch(frame: index, prefix: prefix, files: files[index]))
      } else {
        work[index, default: RestoreWork(frame: index)].files = files[index]
      }
    }
    // The largest items come first, so that no thread ends with a large one.
    return work.sorted { cost($0.value, manifest) > cost($1.value, manifest) }.map(\.value) + [empty]
  }

  private static func cost(_ work: RestoreWork, _ manifest: Manifest) -> Int {
    ([work.frame] + work.patches.map(\.frame)).reduce(0) { sum, frame in
      let (next, overflow) = sum.addingReportingOverflow(frame.map { manifest.frames[$0].raw } ?? 0)
      return overflow ? .max : next
    }
  }
}

/// Writes the files of some frames. A restorer belongs to one thread.
struct FileRestorer {
  let frames: FrameReader
  let opener: PathOpener

  func restore(_ work: RestoreWork) throws(Failure) {
    guard let decompressor = ZstdDecompressor() else { throw FrameMaker.outOfMemory }
    let content =
      try work.frame.map { frame throws(Failure) in try frames.content(of: frame, decompressor) } ?? []
    for file in work.files { try write(file, from: content) }
    for patch in work.patches {
      let prefix = content[patch.prefix.offset..<patch.prefix.offset + patch.prefix.size]
      let patched = try frames.content(of: patch.frame, after: prefix, decompressor)
      for file in patch.files { try write(file, from: patched) }
    }
  }

  private func write(_ output: Manifest.Output, from content: [UInt8]) throws(Failure) {
    guard case .file(let slice, let digest) = output.content else { return }
    let bytes = content[slice.offset..<slice.offset + slice.size]
    guard SHA256.digest(of: bytes) == digest else {
      throw Failure.state(.damaged, "the state is not used: \"\(output.path)\" differs from the saved file")
    }
    try Failure.writing(output.path) { () throws(DiskError) in
      let (folder, name) = try opener.place(of: output.path)
      let file = try folder.makeFile(name)
      try file.write(bytes)
      try file.setPermissions(output.permissions)
      try file.setTime(output.modified)
      try file.finish()
    }
  }
}
