import Cache
import Platform

/// Writes what a manifest lists into a new folder.
///
/// Everything goes through descriptors of folders that were opened without following a link, and every file is made where
/// there was none: whatever somebody plants meanwhile, nothing outside is written.
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

  func run() throws(StateError) {
    try checkSpace()
    try makeFolders()
    let work = RestoreWork.all(of: manifest)
    _ = try concurrentMap(work, jobs: jobs) { item throws(StateError) in
      try FileRestorer(frames: frames, opener: PathOpener(root)).restore(item)
    }
    try makeLinks()
    try finishFolders()
  }

  private func checkSpace() throws(StateError) {
    guard let raw = manifest.rawBytes, let free = root.freeBytes else { return }
    guard UInt64(raw) <= free else {
      throw StateError(.diskFull, "the state is not used: its \(raw) bytes do not fit the disk")
    }
  }

  /// Open to us alone until all is in them.
  private func makeFolders() throws(StateError) {
    try forEach(manifest.outputs.lazy.filter(\.isFolder)) { output, folder, name throws(DiskError) in
      try folder.makeFolder(name, permissions: 0o700)
    }
  }

  private func makeLinks() throws(StateError) {
    try forEach(manifest.outputs) { output, folder, name throws(DiskError) in
      guard case .link(let target) = output.content else { return }
      try folder.makeLink(name, to: target)
      try folder.setTime(of: name, to: output.modified)
    }
  }

  /// From the innermost on: making something in a folder changes its time.
  private func finishFolders() throws(StateError) {
    try forEach(manifest.outputs.reversed().lazy.filter(\.isFolder)) {
      output, folder, name throws(DiskError) in
      try folder.folder(name).set(permissions: output.permissions, modified: output.modified)
    }
  }

  private func forEach(
    _ outputs: some Sequence<Manifest.Output>,
    _ body: (Manifest.Output, OpenFolder, ArraySlice<UInt8>) throws(DiskError) -> Void
  ) throws(StateError) {
    let opener = PathOpener(root)
    for output in outputs {
      try StateError.writing(output.path) { () throws(DiskError) in
        let (folder, name) = try opener.place(of: output.path)
        try body(output, folder, name)
      }
    }
  }
}
