import Digests
import Platform
import Support

/// Graphs of commits from earlier runs, a file for each.
///
/// The name of a file covers everything that decides a graph besides the commit: configuration, toolchain,
/// environment, where the workspace lies. Whatever is wrong with a file makes it unknown.
package struct GraphMemory {
  /// Counts up with every change to the binary form or to what a graph is.
  static let formatVersion = 4

  private static let header = Array("ambit-graph \(formatVersion)\n".utf8)
  /// Enough for the bases and heads of everyday work; the oldest go.
  private static let largestCount = 48

  private let folder: String?
  private let prefix: [UInt8]

  /// `folder` is nil when nothing can be kept; `surroundings` is all that decides a graph besides the commit.
  package init(cacheFolder: String?, surroundings: [String]) {
    folder = cacheFolder.map { $0 + "/graphs" }
    var writer = ByteWriter()
    ManifestCache.formatVersion.write(to: &writer)
    writer.count(Int(ImportLexer.version))
    surroundings.write(to: &writer)
    prefix = SHA256.digest(of: writer.bytes).bytes
  }

  func recall(_ commit: String) -> LoadedRevision? {
    guard let path = path(of: commit), let bytes = LocalFiles.read(path), bytes.starts(with: Self.header)
    else {
      return nil
    }
    let rest = bytes[Self.header.count...]
    guard rest.count >= 32, SHA256.digest(of: rest.dropFirst(32)).bytes.elementsEqual(rest.prefix(32)) else {
      return nil
    }
    var reader = ByteReader(rest.dropFirst(32))
    guard let revision = try? LoadedRevision(from: &reader), reader.isAtEnd else { return nil }
    return revision
  }

  func keep(_ commit: String, _ revision: LoadedRevision) {
    guard revision.isReproducible, let path = path(of: commit) else { return }
    var writer = ByteWriter()
    revision.write(to: &writer)
    LocalFiles.replace(path, with: Self.header + SHA256.digest(of: writer.bytes).bytes + writer.bytes)
    prune()
  }

  /// Remembers that a commit has the graph of another that is known.
  func keep(_ commit: String, sameAs other: String?) {
    guard let other, let source = path(of: other), let path = path(of: commit), !LocalFiles.exists(path)
    else {
      return
    }
    LocalFiles.link(source, to: path)
  }

  private func path(of commit: String) -> String? {
    folder.map { "\($0)/\(SHA256.digest(of: prefix + Array(commit.utf8))).graph" }
  }

  private func prune() {
    guard let folder else { return }
    let files = LocalFiles.names(in: folder).filter { $0.hasSuffix(".graph") }
    guard files.count > Self.largestCount else { return }
    let byAge = files.map { (name: $0, age: LocalFiles.modified("\(folder)/\($0)") ?? 0) }
      .sorted { ($0.age, $0.name) < ($1.age, $1.name) }
    for file in byAge.prefix(files.count - Self.largestCount) { LocalFiles.remove("\(folder)/\(file.name)") }
  }
}

extension LoadedRevision: ByteCodable {
  func write(to writer: inout ByteWriter) {
    graph.write(to: &writer)
    probes.write(to: &writer)
    writer.append(
      imports.elements.flatMap { digest in withUnsafeBytes(of: digest.littleEndian) { Array($0) } })
    writer.count(missingPackages.count)
    for missing in missingPackages {
      missing.dependent.write(to: &writer)
      missing.path.write(to: &writer)
      missing.folder.write(to: &writer)
    }
    writer.count(warnings.count)
    for warning in warnings {
      warning.code.write(to: &writer)
      warning.message.write(to: &writer)
      warning.hints.write(to: &writer)
    }
    worldly.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let graph = try reader.value(WorkspaceGraph.self)
    self.graph = graph
    probes = try reader.value()
    let digests = try reader.take(graph.modules.count * 8)
    imports = digests.withUnsafeBytes { bytes in
      Indexed(
        (0..<graph.modules.count).map {
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        })
    }
    var missing: [GraphBuilder.PathDependency] = []
    for _ in 0..<max(0, try reader.count()) {
      missing.append(
        .init(dependent: try reader.value(), path: try reader.value(), folder: try reader.value()))
    }
    var warnings: [Warning] = []
    for _ in 0..<max(0, try reader.count()) {
      warnings.append(
        Warning(code: try reader.value(), message: try reader.value(), hints: try reader.value()))
    }
    worldly = try reader.value()
    missingPackages = missing
    self.warnings = warnings
    unknownPackages = []
    isReproducible = true
  }
}
