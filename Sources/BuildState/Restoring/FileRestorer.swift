import Cache
import Compression
import Digests
import Platform

/// Writes the files of some frames. For one thread.
struct FileRestorer {
  let frames: FrameReader
  let opener: PathOpener

  func restore(_ work: RestoreWork) throws(StateError) {
    guard let decompressor = ZstdDecompressor() else { throw FrameMaker.outOfMemory }
    let content =
      try work.frame.map { frame throws(StateError) in try frames.content(of: frame, decompressor) } ?? []
    for file in work.files { try write(file, from: content) }
    for patch in work.patches {
      let prefix = content[patch.prefix.offset..<patch.prefix.offset + patch.prefix.size]
      let patched = try frames.content(of: patch.frame, after: prefix, decompressor)
      for file in patch.files { try write(file, from: patched) }
    }
  }

  private func write(_ output: Manifest.Output, from content: [UInt8]) throws(StateError) {
    guard case .file(let slice, let digest) = output.content else { return }
    let bytes = content[slice.offset..<slice.offset + slice.size]
    guard SHA256.digest(of: bytes) == digest else {
      throw StateError(.damaged, "the state is not used: \"\(output.path)\" is not what was saved")
    }
    try StateError.writing(output.path) { () throws(DiskError) in
      let (folder, name) = try opener.place(of: output.path)
      let file = try folder.makeFile(name)
      try file.write(bytes)
      try file.setPermissions(output.permissions)
      try file.setTime(output.modified)
      try file.finish()
    }
  }
}
