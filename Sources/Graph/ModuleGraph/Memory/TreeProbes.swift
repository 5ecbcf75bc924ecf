import Base
import SwiftSources
import Xcode

/// A tree that remembers the paths it was asked about. `GraphValidity` needs them to see whether a change could have
/// altered an answer.
final class ProbedTree: FileTree {
  private let tree: any FileTree
  private let asked = Guarded<[RelativePath: FileKind?]>([:])

  init(_ tree: any FileTree) {
    self.tree = tree
  }

  var probes: TreeProbes { TreeProbes(asked.with { $0 }) }

  func kind(of path: RelativePath) throws(Failure) -> FileKind? {
    let kind = try tree.kind(of: path)
    asked.with { $0[path] = .some(kind) }
    return kind
  }

  func entries(of folder: RelativePath) throws(Failure) -> [FileEntry] { try tree.entries(of: folder) }

  func contents(of path: RelativePath) throws(Failure) -> [UInt8]? { try tree.contents(of: path) }

  func files(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    try tree.files(where: isWanted)
  }

  func surroundingFiles(where isWanted: (ArraySlice<UInt8>, FileKind) -> Bool) throws(Failure) -> [TreeFile] {
    try tree.surroundingFiles(where: isWanted)
  }

  func folderID(of folder: RelativePath) throws(Failure) -> ContentID? { try tree.folderID(of: folder) }

  func files(below folder: RelativePath) throws(Failure) -> [TreeFile] { try tree.files(below: folder) }

  func contents(of file: TreeFile) throws(Failure) -> [UInt8]? { try tree.contents(of: file) }

  func hasChanged(_ path: RelativePath) -> Bool { tree.hasChanged(path) }
}

/// The paths that the making of a graph asked about.
struct TreeProbes: Sendable {
  /// The paths at which a file, link or submodule existed.
  private(set) var files: Set<RelativePath> = []
  private(set) var folders: Set<RelativePath> = []
  /// The paths at which nothing existed.
  private(set) var absent: Set<RelativePath> = []
  /// The keys of `absent` on a file system that accepts several spellings of a name, with its rules.
  private var folded: (names: NameMatching, absent: Set<String>)?

  init(_ asked: [RelativePath: FileKind?]) {
    for (path, kind) in asked {
      switch kind {
      case nil: absent.insert(path)
      case .folder: folders.insert(path)
      default: files.insert(path)
      }
    }
  }

  /// Returns true when a new path makes something exist at a probed path that was empty.
  func mayFind(_ added: RelativePath) -> Bool {
    if let folded {
      return added.withAncestors.contains { folded.absent.contains(folded.names.key(of: $0.bytes)) }
    }
    return added.withAncestors.contains { absent.contains($0) }
  }

  /// Returns the probes for a file system that accepts several spellings of a name.
  func answering(_ names: NameMatching) -> TreeProbes {
    guard !names.isExact else { return self }
    var probes = self
    probes.folded = (names, Set(absent.map { names.key(of: $0.bytes) }))
    return probes
  }

  /// Returns true when a probed path at or above a deleted path went with it, or when a file became a folder there or
  /// the other way round.
  func lose(_ deleted: RelativePath, in tree: any FileTree) throws(Failure) -> Bool {
    for path in deleted.withAncestors where folders.contains(path) || files.contains(path) {
      guard let kind = try tree.kind(of: path), (kind == .folder) == folders.contains(path) else {
        return true
      }
    }
    return false
  }
}

extension TreeProbes: ByteCodable {
  func write(to writer: inout ByteWriter) {
    for paths in [files, folders, absent] { paths.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    files = try reader.value()
    folders = try reader.value()
    absent = try reader.value()
  }
}

/// Probes in their binary form. There are tens of thousands, and an everyday edit needs none of them.
struct EncodedProbes: ByteCodable, Sendable {
  private let bytes: ArraySlice<UInt8>

  init(_ probes: TreeProbes) {
    bytes = probes.encoded[...]
  }

  /// The decoded probes; nil when the bytes are damaged.
  var probes: TreeProbes? { TreeProbes(decoding: bytes) }

  func write(to writer: inout ByteWriter) { writer.data(bytes) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { bytes = try reader.data() }
}
