import Base

/// A tree that remembers what was asked of it, so that one can tell later whether a change could have
/// altered an answer.
final class ProbedTree: FileTree {
  private let tree: any FileTree
  private let asked = Guarded<[RelativePath: FileKind?]>([:])

  init(_ tree: any FileTree) {
    self.tree = tree
  }

  var probes: TreeProbes { TreeProbes(asked.with { $0 }) }

  func kind(of path: RelativePath) throws -> FileKind? {
    let kind = try tree.kind(of: path)
    asked.with { $0[path] = .some(kind) }
    return kind
  }

  func entries(of folder: RelativePath) throws -> [FileEntry] { try tree.entries(of: folder) }

  func contents(of path: RelativePath) throws -> [UInt8]? { try tree.contents(of: path) }

  func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws -> [TreeFile] {
    try tree.files(where: isWanted)
  }

  func surroundingFiles(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws -> [TreeFile] {
    try tree.surroundingFiles(where: isWanted)
  }

  func folderID(of folder: RelativePath) throws -> ContentID? { try tree.folderID(of: folder) }

  func files(below folder: RelativePath) throws -> [TreeFile] { try tree.files(below: folder) }

  func contents(of file: TreeFile) throws -> [UInt8]? { try tree.contents(of: file) }
}

/// What stood at the paths that a graph was built from.
struct TreeProbes: Sendable {
  /// Where something stood.
  private(set) var present: Set<RelativePath> = []
  /// Where nothing did.
  private(set) var absent: Set<RelativePath> = []
  /// The same where names may be written in several ways, and how.
  private var folded: (names: NameMatching, absent: Set<String>)?

  init(_ asked: [RelativePath: FileKind?]) {
    for (path, kind) in asked {
      if kind == nil { absent.insert(path) } else { present.insert(path) }
    }
  }

  /// Whether a path that came into being makes something stand where nothing stood.
  func mayFind(_ added: RelativePath) -> Bool {
    if let folded {
      return added.withAncestors.contains { folded.absent.contains(folded.names.key(of: $0.bytes)) }
    }
    return added.withAncestors.contains { absent.contains($0) }
  }

  /// For a file system that takes several names for the same.
  func answering(_ names: NameMatching) -> TreeProbes {
    guard !names.isExact else { return self }
    var probes = self
    probes.folded = (names, Set(absent.map { names.key(of: $0.bytes) }))
    return probes
  }

  /// The probed paths at or above one that went away: they may have gone with it.
  func holding(_ deleted: RelativePath) -> [RelativePath] {
    deleted.withAncestors.filter { present.contains($0) }
  }
}

extension TreeProbes: ByteCodable {
  func write(to writer: inout ByteWriter) {
    for paths in [present, absent] { paths.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    present = try reader.value()
    absent = try reader.value()
  }
}

/// Probes in their binary form: there are tens of thousands, and an everyday edit asks for none.
struct EncodedProbes: ByteCodable, Sendable {
  private let bytes: ArraySlice<UInt8>

  init(_ probes: TreeProbes) {
    bytes = probes.encoded[...]
  }

  /// nil when the bytes are no probes.
  var probes: TreeProbes? { TreeProbes(decoding: bytes) }

  func write(to writer: inout ByteWriter) { writer.data(bytes) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { bytes = try reader.data() }
}
