import Base

/// Adds to a graph the files that C sources, headers and module maps name and that are none of the module's sources.
struct IncludedFiles {
  let tree: any FileTree
  let links: LinkMap

  /// `found` is what the scan roots of each module name. Gives back the modules that read more by it, too: what they
  /// read may name others.
  func added(
    _ found: Indexed<ModuleIndex, [ImportScan.Found]>, to graph: WorkspaceGraph
  ) throws -> (graph: WorkspaceGraph, grown: [ModuleIndex]) {
    var result = graph
    var grown: [ModuleIndex] = []
    for module in graph.modules.indices {
      let package = graph.packages[graph.modules[module].package].folder
      let places = try Set(found[module].flatMap { try self.places(of: $0, package) })
      let layout = graph.modules[module].layout
      let own = places.filter { layout.owns($0) && !layout.compiles($0) }
      let foreign = places.filter { !layout.owns($0) && !layout.reads($0) }
      result.modules[module].layout.declared += own.sorted()
      result.modules[module].layout.inputs += foreign.sorted()
      if !foreign.isEmpty { grown.append(module) }
    }
    return (result, grown)
  }

  private func places(of found: ImportScan.Found, _ package: RelativePath) throws -> [RelativePath] {
    let included = try found.imports.includes.compactMap { try place(found.folder.appending($0), in: found) }
    let embedded = try found.imports.embedded.flatMap { name in
      // The assembler looks from where it runs: the folder of the root package, this one or another.
      let elsewhere = try links.resolve(name).map(\.path).flatMap {
        try tree.kind(of: $0) == .file ? $0 : nil
      }
      return [links.resolve(package.appending(name))?.path, elsewhere].compactMap { $0 }
    }
    return included + embedded
  }

  /// A file that Git does not know may be there all the same, so one that is missing counts as well.
  private func place(_ path: RelativePath, in found: ImportScan.Found) throws -> RelativePath? {
    guard let path = links.resolve(path)?.path else { return nil }
    let kind = try tree.kind(of: path)
    // What the module's own sources include brings along what lies beside it. From there on each name is followed.
    guard kind == .file || kind == .executable, !found.isForeign, !path.isInside(found.folder)
    else { return path }
    return found.folder.isInside(path.parent) ? path : path.parent
  }
}
