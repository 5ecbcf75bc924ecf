import Platform
package import Support

/// One path that differs between two trees, as far as a graph is concerned.
package struct TreeChange: Sendable, Hashable {
  package let path: RelativePath
  /// nil: nothing stood there before, or stands there now.
  package let before: FileKind?
  package let after: FileKind?

  package init(path: RelativePath, before: FileKind?, after: FileKind?) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// Decides whether a graph that was built from one tree is also that of another.
///
/// Only what a graph is made from can change it: manifests, symbolic links and submodules, whether
/// certain files and folders exist, and what the sources of a module import. When in doubt, no.
struct GraphValidity {
  let revision: LoadedRevision
  /// What the graph was built from.
  let base: any FileTree
  let tree: any FileTree
  let changes: [TreeChange]

  func holds(_ imports: inout ImportScan) throws -> Bool {
    // What came from anything but files and manifests may have changed without them.
    guard revision.isReproducible else { return false }
    if changes.contains(where: Self.reshapes) { return false }
    let moved = changes.filter { $0.before == nil || $0.after == nil }
    if !moved.isEmpty {
      guard let probes = revision.probes.probes, try !moved.contains(where: { try alters(probes, $0) }) else {
        return false
      }
    }
    return try importsAreTheSame(&imports)
  }

  /// Whether the change alone is enough to doubt the graph.
  private static func reshapes(_ change: TreeChange) -> Bool {
    if PackageFile.isManifest(change.path.lastComponent) { return true }
    return [change.before, change.after].contains { $0 != nil && $0 != .file && $0 != .executable }
  }

  /// Whether something that was asked about came into being or went away.
  private func alters(_ probes: TreeProbes, _ change: TreeChange) throws -> Bool {
    if change.before == nil, probes.mayFind(change.path) { return true }
    guard change.after == nil else { return false }
    return try probes.holding(change.path).contains { try tree.kind(of: $0) == nil }
  }

  /// Compares what each changed file imported with what it imports now. Where that differs, or a file came
  /// or went, its modules are read again, and no others.
  private func importsAreTheSame(_ imports: inout ImportScan) throws -> Bool {
    let sources = changes.filter { SourceLanguage(of: $0.path.lastComponent) != nil }
    let isSame = concurrentMap(sources, jobs: imports.jobs, isSameImports)
    let doubtful = zip(sources, isSame).filter { !$1 }.map(\.0.path)
    guard !doubtful.isEmpty else { return true }
    let touched = modules(reading: doubtful)
    let found = try imports.imports(of: touched.map { revision.graph.modules[$0] }, in: tree)
    guard found.unread.isEmpty else { return false }
    return zip(touched, found.byModule).allSatisfy { revision.imports[$0] == ImportScan.Found.digest($1) }
  }

  private func isSameImports(_ change: TreeChange) -> Bool {
    guard change.before != nil, change.after != nil,
      let language = SourceLanguage(of: change.path.lastComponent),
      let old = try? base.contents(of: change.path), let new = try? tree.contents(of: change.path)
    else { return false }
    // Seen from nowhere else all that it names is outside of it.
    return FolderImports(file: old, language, at: .root) == FolderImports(file: new, language, at: .root)
  }

  private func modules(reading sources: [RelativePath]) -> [ModuleIndex] {
    var folders: Set<RelativePath> = []
    for source in sources { folders.formUnion(source.withAncestors) }
    return revision.graph.modules.indices.filter { index in
      ScanRoot.all(of: revision.graph.modules[index].layout).contains { folders.contains($0.folder) }
    }
  }
}
