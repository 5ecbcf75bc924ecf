import Base
import SwiftSources

/// Graphs of commits from earlier runs, one file for each.
///
/// The name of a file covers everything that decides a graph besides the commit: configuration, toolchain, environment,
/// the workspace's path. A damaged file counts as missing.
package struct GraphMemory {
  /// The version rises with every change to the binary form, or to the rules that make a graph.
  static let formatVersion = 20

  private static let form = SealedForm("ambit-graph", version: formatVersion)
  /// The most graphs that are kept: enough for the bases and heads of everyday work. The oldest are deleted.
  private static let largestCount = 48

  private let folder: String?
  /// A digest of all that decides a graph besides the commit.
  package let identity: [UInt8]
  /// Takes new graphs instead of the folder, when there is one.
  private var shelf: GraphShelf?

  /// `folder` is nil when nothing can be kept. `surroundings` has all that decides a graph besides the commit.
  package init(cacheFolder: String?, surroundings: [String]) {
    folder = cacheFolder.map { $0 + "/graphs" }
    var writer = ByteWriter()
    ManifestCache.formatVersion.write(to: &writer)
    writer.fixed(ImportLexer.version)
    writer.fixed(NamedFiles.version)
    surroundings.write(to: &writer)
    identity = SHA256.digest(of: writer.bytes).bytes
  }

  /// Returns the same memory, except that new graphs stay in the process. A walk through hundreds of commits would
  /// otherwise push out the graphs of everyday work.
  package func keeping(on shelf: GraphShelf?) -> GraphMemory {
    var memory = self
    memory.shelf = shelf
    return memory
  }

  func recall(_ commit: String) -> LoadedRevision? {
    guard let path = path(of: commit) else { return nil }
    return shelf?[path] ?? Self.form.value(in: LocalFiles.read(path))
  }

  func keep(_ commit: String, _ revision: LoadedRevision) {
    guard revision.isReproducible, let folder, let path = path(of: commit) else { return }
    if let shelf { return shelf[path] = revision }
    LocalFiles.replace(path, with: Self.form.seal(revision))
    LocalFiles.keepYoungest(Self.largestCount, in: folder, suffix: ".graph")
  }

  /// Remembers a commit's graph. With nil, the commit gets the graph of the commit `other`.
  func keep(_ commit: String, _ revision: LoadedRevision?, sameAs other: String?) {
    if let revision { return keep(commit, revision) }
    guard let other, let source = path(of: other), let path = path(of: commit) else { return }
    if let shelf { return shelf[path] = shelf[source] }
    guard !LocalFiles.exists(path) else { return }
    LocalFiles.link(source, to: path)
  }

  private func path(of commit: String) -> String? {
    folder.map { "\($0)/\(SHA256.digest(of: identity + Array(commit.utf8))).graph" }
  }
}

extension LoadedRevision: ByteCodable {
  func write(to writer: inout ByteWriter) {
    graph.write(to: &writer)
    projects.write(to: &writer)
    probes.write(to: &writer)
    for digest in imports.elements { writer.fixed(digest) }
    writer.values(warnings, impure, asksProjects)
    writer.values(submodules.filter(\.value).keys.sorted(), submodules.filter { !$0.value }.keys.sorted())
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let graph = try reader.value(WorkspaceGraph.self)
    self.graph = graph
    projects = try reader.value()
    probes = try reader.value()
    var digests: [UInt64] = []
    for _ in graph.modules.elements { digests.append(try reader.fixed()) }
    imports = Indexed(digests)
    warnings = try reader.value()
    impure = try reader.value()
    asksProjects = try reader.value()
    for path in try reader.value([RelativePath].self) { submodules[path] = true }
    for path in try reader.value([RelativePath].self) { submodules[path] = false }
    unknownPackages = []
    isReproducible = true
  }
}

/// The graphs of the latest commits of a walk from one commit to the next.
package final class GraphShelf: Sendable {
  /// The number of graphs that are kept. A walk asks only for the previous commit's.
  private static let room = 4

  private let kept = Guarded<[(name: String, revision: LoadedRevision)]>([])

  package init() {}

  subscript(name: String) -> LoadedRevision? {
    get { kept.with { kept in kept.last { $0.name == name }?.revision } }
    set {
      guard let newValue else { return }
      kept.with { kept in
        kept.removeAll { $0.name == name }
        kept.append((name, newValue))
        if kept.count > Self.room { kept.removeFirst() }
      }
    }
  }
}
