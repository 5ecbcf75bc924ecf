import Cache
import Digests
import Platform
import Support

extension Manifest {
  /// No state is larger; whatever says that it is was not written by us.
  static let mostEntries = 4_000_000
  static let longestEncoding = 1 << 30
  /// Paths share their beginnings in the encoding: a short one could fill the memory with them.
  static let mostPathBytes = 1 << 29

  /// nil unless `bytes` are, from first to last, what `encoded` gives. Says nothing about whether the values make sense: see
  /// `ManifestRules`.
  init?(decoding bytes: [UInt8], pathBudget: Int = mostPathBytes) {
    var reader = ManifestReader(bytes, pathBudget: pathBudget)
    guard let manifest = try? reader.manifest() else { return nil }
    self = manifest
  }
}

private struct ManifestReader {
  private var reader: ByteReader
  private var pathBudget: Int

  init(_ bytes: [UInt8], pathBudget: Int) {
    reader = ByteReader(bytes)
    self.pathBudget = pathBudget
  }

  mutating func manifest() throws(ByteReader.Failure) -> Manifest {
    guard try reader.raw(Manifest.mark.count).elementsEqual(Manifest.mark) else { throw ByteReader.Failure() }
    let key = try digest()
    let growth = Manifest.Growth(
      steps: try reader.number(), stored: try reader.number(), raw: try reader.number())
    let rawBytes = try reader.number()
    var manifest = Manifest(key: key, growth: growth)
    try list(least: 33) { me throws(ByteReader.Failure) in manifest.blobs.append(try me.blob()) }
    try list(least: 5) { me throws(ByteReader.Failure) in manifest.frames.append(try me.frame()) }
    var before = ManifestNeighbour()
    try list(least: 5) { me throws(ByteReader.Failure) in manifest.outputs.append(try me.output(&before)) }
    before = ManifestNeighbour()
    try list(least: 36) { me throws(ByteReader.Failure) in manifest.inputs.append(try me.input(&before)) }
    guard reader.isAtEnd, manifest.rawBytes == rawBytes else { throw ByteReader.Failure() }
    return manifest
  }

  private mutating func list(
    least: Int, _ element: (inout ManifestReader) throws(ByteReader.Failure) -> Void
  ) throws(ByteReader.Failure) {
    let count = try reader.count(least: least, limit: Manifest.mostEntries)
    for _ in 0..<count { try element(&self) }
  }

  private mutating func digest() throws(ByteReader.Failure) -> SHA256Digest {
    SHA256Digest(bytes: Array(try reader.raw(SHA256Digest.length)))
  }

  private mutating func blob() throws(ByteReader.Failure) -> ContentDigest {
    ContentDigest(hash: try digest(), size: try reader.number())
  }

  private mutating func frame() throws(ByteReader.Failure) -> Manifest.Frame {
    var frame = Manifest.Frame(
      blob: try reader.number(), offset: try reader.number(), stored: try reader.number(),
      raw: try reader.number())
    switch try reader.number() {
    case 0: break
    case 1: frame.prefix = try slice()
    default: throw ByteReader.Failure()
    }
    return frame
  }

  private mutating func slice() throws(ByteReader.Failure) -> Manifest.Slice {
    Manifest.Slice(frame: try reader.number(), offset: try reader.number(), size: try reader.number())
  }

  private mutating func output(_ before: inout ManifestNeighbour) throws(ByteReader.Failure)
    -> Manifest.Output
  {
    let path = try path(&before)
    let modified = try time(&before)
    guard let permissions = UInt16(exactly: try reader.number()) else { throw ByteReader.Failure() }
    let content = try content(&before)
    return Manifest.Output(path: path, permissions: permissions, modified: modified, content: content)
  }

  private mutating func content(_ before: inout ManifestNeighbour) throws(ByteReader.Failure)
    -> Manifest.Content
  {
    switch try reader.number() {
    case Manifest.Kind.folder: return .folder
    case Manifest.Kind.file:
      let size = try reader.number()
      let digest = try digest()
      return .file(try place(size, &before), digest)
    case Manifest.Kind.link: return .link(Array(try reader.data()))
    default: throw ByteReader.Failure()
    }
  }

  private mutating func input(_ before: inout ManifestNeighbour) throws(ByteReader.Failure) -> StateInput {
    let path = try path(&before)
    let modified = try time(&before)
    return StateInput(path: path, size: try reader.number(), modified: modified, digest: try digest())
  }

  private mutating func path(_ before: inout ManifestNeighbour) throws(ByteReader.Failure) -> RelativePath {
    let shared = try reader.number()
    let own = try reader.data()
    guard shared <= before.path.count, shared + own.count <= pathBudget else { throw ByteReader.Failure() }
    pathBudget -= shared + own.count
    before.path = Array(before.path[..<shared]) + own
    return RelativePath(unchecked: before.path)
  }

  private mutating func time(_ before: inout ManifestNeighbour) throws(ByteReader.Failure) -> FileTime {
    before.modified.nanoseconds &+= try reader.signed()
    return before.modified
  }

  private mutating func place(
    _ size: Int, _ before: inout ManifestNeighbour
  ) throws(ByteReader.Failure) -> Manifest.Slice {
    guard size > 0 else { return Manifest.Slice(frame: 0, offset: 0, size: 0) }
    let frame = before.frame &+ Int(try reader.signed())
    let offset = (frame == before.frame ? before.end : 0) &+ Int(try reader.signed())
    before.frame = frame
    before.end = offset &+ size
    return Manifest.Slice(frame: frame, offset: offset, size: size)
  }
}
