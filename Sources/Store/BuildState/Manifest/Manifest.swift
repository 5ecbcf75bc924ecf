import Base

/// The contents of a state: every file of a scratch folder with the place of its bytes, and every input of the
/// workspace.
struct Manifest: Equatable {
  static let version: UInt8 = 1

  /// The key that the state is recorded under.
  var key: SHA256Digest
  var growth: Growth
  var blobs: [ContentDigest] = []
  var frames: [Frame] = []
  /// The outputs in the order of their paths. Every folder comes before its entries.
  var outputs: [Output] = []
  /// The inputs in the order of their paths.
  var inputs: [StateInput] = []
}

extension Manifest {
  /// The growth of a state since its last save from nothing.
  struct Growth: Equatable {
    /// The number of saves since then.
    var steps: Int
    /// The stored bytes, and the bytes of files, at that save.
    var stored: Int
    var raw: Int
  }

  /// The compressed bytes of one file, or of several in a row.
  struct Frame: Equatable {
    /// The index of the frame's blob. `offset` and `stored` are its place in there.
    var blob: Int
    var offset: Int
    var stored: Int
    /// The number of bytes after decompression.
    var raw: Int
    /// The bytes that decompression needs. They are never in a frame that has a prefix itself.
    var prefix: Slice?
  }

  /// A part of a frame's decompressed bytes.
  struct Slice: Hashable {
    var frame: Int
    var offset: Int
    var size: Int
  }

  struct Output: Equatable {
    var path: RelativePath
    var permissions: UInt16
    var modified: FileTime
    var content: Content
  }

  enum Content: Equatable {
    case folder
    /// A file. An empty file's slice belongs to no frame.
    case file(Slice, SHA256Digest)
    case link([UInt8])
  }
}

extension Manifest {
  /// The size of all files, or nil when it is too large for an `Int`.
  var rawBytes: Int? {
    var sum = 0
    for output in outputs {
      let (next, overflow) = sum.addingReportingOverflow(output.size)
      if overflow { return nil }
      sum = next
    }
    return sum
  }

  var newest: FileTime {
    let outputs = outputs.lazy.map(\.modified).max()
    let inputs = inputs.lazy.map(\.modified).max()
    return max(outputs ?? inputs ?? FileTime(nanoseconds: 0), inputs ?? outputs ?? FileTime(nanoseconds: 0))
  }
}

extension Manifest.Output {
  var size: Int {
    if case .file(let slice, _) = content { slice.size } else { 0 }
  }

  var isFolder: Bool { content == .folder }
}
