import Base

extension Manifest {
  /// The limit on entries. No real state has more.
  static let mostEntries = 4_000_000
  static let longestEncoding = 1 << 30
  /// The limit on paths. Paths share their beginnings in the encoding, so short bytes could fill the memory.
  static let mostPathBytes = 1 << 29

  /// Returns nil unless `bytes` are exactly the form that `encoded` gives. `ManifestRules` checks whether the values
  /// make sense.
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

  mutating func manifest() throws(ByteReader.Damage) -> Manifest {
    guard try reader.raw(Manifest.mark.count).elementsEqual(Manifest.mark) else { throw .invalid }
    let key = try reader.value(SHA256Digest.self)
    let growth = Manifest.Growth(
      steps: try reader.count(), stored: try reader.count(), raw: try reader.count())
    let rawBytes = try reader.count()
    var manifest = Manifest(key: key, growth: growth)
    try list(least: 33) { me throws(ByteReader.Damage) in manifest.blobs.append(try me.blob()) }
    try list(least: 5) { me throws(ByteReader.Damage) in manifest.frames.append(try me.frame()) }
    var before = ManifestNeighbour()
    try list(least: 5) { me throws(ByteReader.Damage) in manifest.outputs.append(try me.output(&before)) }
    before = ManifestNeighbour()
    try list(least: 36) { me throws(ByteReader.Damage) in manifest.inputs.append(try me.input(&before)) }
    guard reader.isAtEnd, manifest.rawBytes == rawBytes else { throw .invalid }
    return manifest
  }

  private mutating func list(
    least: Int, _ element: (inout ManifestReader) throws(ByteReader.Damage) -> Void
  ) throws(ByteReader.Damage) {
    let count = try reader.count(least: least)
    guard count <= Manifest.mostEntries else { throw .invalid }
    for _ in 0..<count { try element(&self) }
  }

  private mutating func blob() throws(ByteReader.Damage) -> ContentDigest {
    ContentDigest(hash: try reader.value(), size: try reader.count())
  }

  private mutating func frame() throws(ByteReader.Damage) -> Manifest.Frame {
    var frame = Manifest.Frame(
      blob: try reader.count(), offset: try reader.count(), stored: try reader.count(),
      raw: try reader.count())
    switch try reader.count() {
    case 0: break
    case 1: frame.prefix = try slice()
    default: throw .invalid
    }
    return frame
  }

  private mutating func slice() throws(ByteReader.Damage) -> Manifest.Slice {
    Manifest.Slice(frame: try reader.count(), offset: try reader.count(), size: try reader.count())
  }

  private mutating func output(_ before: inout ManifestNeighbour) throws(ByteReader.Damage)
    -> Manifest.Output
  {
    let path = try path(&before)
    let modified = try time(&before)
    guard let permissions = UInt16(exactly: try reader.count()) else { throw .invalid }
    let content = try content(&before)
    return Manifest.Output(path: path, permissions: permissions, modified: modified, content: content)
  }

  private mutating func content(_ before: inout ManifestNeighbour) throws(ByteReader.Damage)
    -> Manifest.Content
  {
    switch try reader.count() {
    case Manifest.Kind.folder: return .folder
    case Manifest.Kind.file:
      let size = try reader.count()
      let digest = try reader.value(SHA256Digest.self)
      return .file(try place(size, &before), digest)
    case Manifest.Kind.link: return .link(Array(try reader.data()))
    default: throw .invalid
    }
  }

  private mutating func input(_ before: inout ManifestNeighbour) throws(ByteReader.Damage) -> StateInput {
    let path = try path(&before)
    let modified = try time(&before)
    return StateInput(path: path, size: try reader.count(), modified: modified, digest: try reader.value())
  }

  private mutating func path(_ before: inout ManifestNeighbour) throws(ByteReader.Damage) -> RelativePath {
    let shared = try reader.count()
    let own = try reader.data()
    guard shared <= before.path.count, shared + own.count <= pathBudget else { throw .invalid }
    pathBudget -= shared + own.count
    before.path = Array(before.path[..<shared]) + own
    return RelativePath(unchecked: before.path)
  }

  private mutating func time(_ before: inout ManifestNeighbour) throws(ByteReader.Damage) -> FileTime {
    before.modified.nanoseconds &+= try reader.signed()
    return before.modified
  }

  private mutating func place(
    _ size: Int, _ before: inout ManifestNeighbour
  ) throws(ByteReader.Damage) -> Manifest.Slice {
    guard size > 0 else { return Manifest.Slice(frame: 0, offset: 0, size: 0) }
    let frame = before.frame &+ Int(try reader.signed())
    let offset = (frame == before.frame ? before.end : 0) &+ Int(try reader.signed())
    before.frame = frame
    before.end = offset &+ size
    return Manifest.Slice(frame: frame, offset: offset, size: size)
  }
}
