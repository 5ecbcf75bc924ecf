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

// A manifest is encoded as numbers of variable length, and each list begins with its length. Paths, times and places
// are written as the difference to the entry before. The result is compressed.

extension Manifest {
  /// The first bytes of every manifest.
  static let mark = Array("AMS1".utf8)

  enum Kind {
    static let folder = 0
    static let file = 1
    static let link = 2
  }

  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.mark)
    writer.raw(key.bytes)
    for number in [growth.steps, growth.stored, growth.raw, rawBytes ?? .max] { writer.count(number) }
    writer.count(blobs.count)
    for blob in blobs {
      writer.raw(blob.hash.bytes)
      writer.count(blob.size)
    }
    writer.count(frames.count)
    for frame in frames { writer.frame(frame) }
    writer.count(outputs.count)
    var before = ManifestNeighbour()
    for output in outputs { writer.output(output, &before) }
    writer.count(inputs.count)
    before = ManifestNeighbour()
    for input in inputs { writer.input(input, &before) }
    return writer.bytes
  }
}

/// The values of the previous entry, which differences are based on.
struct ManifestNeighbour {
  var path: [UInt8] = []
  var modified = FileTime(nanoseconds: 0)
  /// The frame of the last file, and the offset of the file's end in it.
  var frame = 0
  var end = 0
}

extension ByteWriter {
  fileprivate mutating func frame(_ frame: Manifest.Frame) {
    for number in [frame.blob, frame.offset, frame.stored, frame.raw] { self.count(number) }
    count(frame.prefix == nil ? 0 : 1)
    guard let prefix = frame.prefix else { return }
    for number in [prefix.frame, prefix.offset, prefix.size] { self.count(number) }
  }

  fileprivate mutating func output(_ output: Manifest.Output, _ before: inout ManifestNeighbour) {
    path(output.path, &before)
    time(output.modified, &before)
    count(Int(output.permissions))
    switch output.content {
    case .folder: count(Manifest.Kind.folder)
    case .file(let slice, let digest):
      count(Manifest.Kind.file)
      count(slice.size)
      raw(digest.bytes)
      if slice.size > 0 { place(slice, &before) }
    case .link(let target):
      count(Manifest.Kind.link)
      data(target)
    }
  }

  fileprivate mutating func input(_ input: StateInput, _ before: inout ManifestNeighbour) {
    path(input.path, &before)
    time(input.modified, &before)
    count(input.size)
    raw(input.digest.bytes)
  }

  private mutating func path(_ path: RelativePath, _ before: inout ManifestNeighbour) {
    var shared = 0
    let limit = min(path.bytes.count, before.path.count)
    while shared < limit, path.bytes[shared] == before.path[shared] { shared += 1 }
    count(shared)
    data(path.bytes[shared...])
    before.path = path.bytes
  }

  private mutating func time(_ time: FileTime, _ before: inout ManifestNeighbour) {
    // The difference wraps around, as it does when it is read.
    signed(time.nanoseconds &- before.modified.nanoseconds)
    before.modified = time
  }

  private mutating func place(_ slice: Manifest.Slice, _ before: inout ManifestNeighbour) {
    signed(Int64(slice.frame &- before.frame))
    signed(Int64(slice.offset &- (slice.frame == before.frame ? before.end : 0)))
    before.frame = slice.frame
    before.end = slice.offset &+ slice.size
  }
}
