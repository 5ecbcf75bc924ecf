import Cache
import Digests
import Platform
import Support

/// A file of the scratch folder, read once.
struct ScratchFile: Sendable {
  let path: RelativePath
  let status: FileFacts
  let digest: SHA256Digest
}

/// Reads files of a scratch folder. They must stay as they are while a state is saved.
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

  /// Appends the bytes of a file, which are those that were hashed.
  func append(_ file: ScratchFile, to bytes: inout [UInt8], _ opener: PathOpener) throws(StateError) {
    let start = bytes.count
    try StateError.reading(file.path) { () throws(DiskError) in
      let (folder, name) = try opener.place(of: file.path)
      try folder.file(name).append(file.status.size, to: &bytes)
    }
    guard SHA256.digest(of: bytes[start...]) == file.digest else { throw changed(file.path) }
  }

  private func changed(_ path: RelativePath) -> StateError {
    StateError(.refused, "no state is saved: \"\(path)\" was written meanwhile")
  }
}
