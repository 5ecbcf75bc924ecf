import Base

/// What a state consists of: every file of a scratch folder with the place of its bytes, and every input of the workspace.
struct Manifest: Equatable {
  static let version: UInt8 = 1

  /// What the state is recorded under.
  var key: SHA256Digest
  var growth: Growth
  var blobs: [ContentDigest] = []
  var frames: [Frame] = []
  /// In the order of their paths, which puts every folder before what it holds.
  var outputs: [Output] = []
  /// In the order of their paths.
  var inputs: [StateInput] = []
}

extension Manifest {
  /// What has become of a state since it was last saved without recourse to another.
  struct Growth: Equatable {
    /// How many saves ago that was.
    var steps: Int
    /// What it took in the store then, and how many bytes of files that was.
    var stored: Int
    var raw: Int
  }

  /// Compressed bytes of one file, or of several in a row.
  struct Frame: Equatable {
    /// Where the frame lies.
    var blob: Int
    var offset: Int
    var stored: Int
    /// What comes of it.
    var raw: Int
    /// The bytes that must be known to read it. They never lie in a frame that has a prefix itself.
    var prefix: Slice?
  }

  /// A part of what a frame holds.
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
    /// The slice of an empty file is of no frame.
    case file(Slice, SHA256Digest)
    case link([UInt8])
  }
}

extension Manifest {
  /// Of all files; nil when there is no such number.
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
