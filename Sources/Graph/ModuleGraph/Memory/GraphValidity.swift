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

/// Decides whether a graph that was built from one tree is also that of another.
///
/// A change to anything else leaves the graph as it is: the graph is made of manifests, symbolic links and submodules,
/// the existence of certain files and folders, and the imports of modules. In doubt the answer is no.
struct GraphValidity {
  let revision: LoadedRevision
  /// The tree that the graph was built from.
  let base: any FileTree
  let tree: any FileTree
  let names: NameMatching
  let changes: [FileChange]

  func holds(_ imports: inout ImportScan) throws(Failure) -> Bool {
    // A graph that depends on more than files and manifests may have changed without them.
    guard revision.isReproducible else { return false }
    if changes.contains(where: Self.reshapes) { return false }
    if revision.asksProjects, changes.contains(where: { XcodeFile.describesContainer($0.path.lastComponent) })
    {
      return false
    }
    let moved = changes.filter { $0.old == nil || $0.new == nil }
    if moved.contains(where: { TargetLayout.isTestEntryPoint($0.path.lastComponent) }) { return false }
    if !moved.isEmpty {
      guard let probes = revision.probes.probes?.answering(names) else { return false }
      for change in moved where try alters(probes, change) { return false }
    }
    return try importsAreTheSame(&imports)
  }

  /// Returns true when the change by itself may alter the graph.
  private static func reshapes(_ change: FileChange) -> Bool {
    if PackageFile.isManifest(change.path.lastComponent) { return true }
    return [change.old?.kind, change.new?.kind].contains { $0 != nil && $0 != .file && $0 != .executable }
  }

  /// Returns true when a probed path came into being, went away or became one of another kind.
  private func alters(_ probes: TreeProbes, _ change: FileChange) throws(Failure) -> Bool {
    if change.old == nil, probes.mayFind(change.path) { return true }
    guard change.new == nil else { return false }
    return try probes.lose(change.path, in: tree)
  }

  /// Compares the imports of each changed file before and after. Only where they differ, or a file came or went, are
  /// the file's modules scanned again.
  private func importsAreTheSame(_ imports: inout ImportScan) throws(Failure) -> Bool {
    let sources = changes.filter { SourceLanguage(of: $0.path.lastComponent) != nil }
    let wanted = NamedFiles.wanted(Set(revision.graph.modules.flatMap(\.layout.soughtNames)).sorted())
    let isSame = concurrentMap(sources, jobs: imports.jobs) { isSameImports($0, wanted) }
    let doubtful = zip(sources, isSame).filter { !$1 }.map(\.0.path)
    guard !doubtful.isEmpty else { return true }
    let touched = modules(reading: doubtful)
    let found = try imports.imports(of: touched.map { revision.graph.modules[$0] }, in: tree)
    guard found.unread.isEmpty else { return false }
    return zip(touched, found.byModule).allSatisfy { revision.imports[$0] == ImportScan.Found.digest($1) }
  }

  private func isSameImports(_ change: FileChange, _ wanted: NameSet) -> Bool {
    guard change.old != nil, change.new != nil,
      let language = SourceLanguage(of: change.path.lastComponent),
      let old = try? base.contents(of: change.path), let new = try? tree.contents(of: change.path)
    else { return false }
    // At the root, every name in the file counts as outside, so none is left out of the comparison.
    return FolderImports(file: old, language, at: .root, wanted: wanted)
      == FolderImports(file: new, language, at: .root, wanted: wanted)
  }

  private func modules(reading sources: [RelativePath]) -> [ModuleIndex] {
    var folders: Set<RelativePath> = []
    for source in sources { folders.formUnion(source.withAncestors) }
    return revision.graph.modules.indices.filter { index in
      ScanRoot.all(of: revision.graph.modules[index].layout).contains { folders.contains($0.folder) }
    }
  }
}
