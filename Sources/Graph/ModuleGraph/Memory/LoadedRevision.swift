package import Base
import SwiftSources
import Xcode

/// The graph of one revision, and the facts that show whether it is still right after a change.
struct LoadedRevision: Sendable {
  /// The graph of the packages alone.
  var graph: WorkspaceGraph
  var projects = WorkspaceProjects.none
  let unknownPackages: [UnknownPackage]
  let warnings: [Warning]
  let probes: EncodedProbes
  /// A digest of the imports of each module's sources.
  let imports: Indexed<ModuleIndex, UInt64>
  /// The manifests that may read more than files of the revision. The graph is right only while their values stay the
  /// same.
  let impure: [ImpureManifest]
  /// True when the graph depends on Xcode projects.
  let asksProjects: Bool
  /// The submodules, with true for those whose files could be read. The graph is right only while the same ones can be
  /// read.
  var submodules: [RelativePath: Bool] = [:]
  /// True when the same files and the same values of those manifests always give the same graph.
  var isReproducible: Bool
}

/// A manifest whose value may change though its text does not, since it may read files or the environment.
struct ImpureManifest: Sendable, Hashable {
  let folder: RelativePath
  let fileName: String
  let contents: [UInt8]

  init(_ source: ManifestSource) {
    folder = source.folder
    fileName = source.fileName
    contents = source.contents
  }
}

extension ImpureManifest: ByteCodable {
  func write(to writer: inout ByteWriter) {
    folder.write(to: &writer)
    fileName.write(to: &writer)
    writer.data(contents)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    folder = try reader.value()
    fileName = try reader.value()
    contents = Array(try reader.data())
  }
}

/// A package that cannot be evaluated, with a sentence that says why.
package struct UnknownPackage: Sendable, Hashable {
  package let folder: RelativePath
  package let reason: String
}

extension ImportScan.Found {
  /// Returns a digest of the imports of one module. Sixty-four bits of SHA-256 are enough to notice a change; nobody
  /// gains from a forged collision in his own sources.
  static func digest(_ found: [ImportScan.Found]) -> UInt64 {
    var writer = ByteWriter()
    for root in found {
      root.folder.write(to: &writer)
      root.imports.modules.write(to: &writer)
      root.imports.includes.write(to: &writer)
      root.imports.embedded.write(to: &writer)
      root.imports.names.write(to: &writer)
    }
    return SHA256.digest(of: writer.bytes).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension WorkspaceLoader.Loaded {
  /// Returns the same revisions with more inputs for modules that they contain.
  package func adding(inputs: [ModuleID: Set<RelativePath>]) -> WorkspaceLoader.Loaded {
    guard !inputs.isEmpty else { return self }
    return WorkspaceLoader.Loaded(
      headRevision: headRevision.adding(inputs), baseRevision: baseRevision?.adding(inputs),
      baseProblem: baseProblem, isSameGraph: isSameGraph, impure: impure)
  }
}

extension LoadedRevision {
  fileprivate func adding(_ inputs: [ModuleID: Set<RelativePath>]) -> LoadedRevision {
    var revision = self
    for (id, paths) in inputs {
      guard let index = graph.index(of: id) else { continue }
      revision.graph.modules[index].layout.add(inputs: paths)
    }
    return revision
  }
}

// MARK: Projects

extension LoadedRevision {
  mutating func readProjects(
    in tree: any FileTree, _ config: XcodeConfig, _ isAbsence: @escaping @Sendable (Failure) -> Bool
  ) throws(Failure) {
    projects = try ProjectLoader(tree: tree, packages: graph, config: config, isAbsence: isAbsence).load()
    isReproducible = isReproducible && projects.unread.isEmpty
  }

  /// Returns the revision after a change that leaves the packages as they are. It is nil when the projects stay the
  /// same, too.
  func after(
    _ changes: [FileChange], in tree: any FileTree, _ config: XcodeConfig,
    _ isAbsence: @escaping @Sendable (Failure) -> Bool
  ) throws(Failure) -> LoadedRevision? {
    let files = changes.compactMap { XcodeFile($0.path) }
    let hasList = changes.contains { projects.fileLists.contains($0.path) }
    guard projects.isEmpty ? files.contains(.project) : !files.isEmpty || hasList else { return nil }
    var revision = self
    try revision.readProjects(in: tree, config, isAbsence)
    return revision
  }
}
