import Base

/// Adds files to a graph that C sources, headers and module maps include and that are no sources of the module.
struct IncludedFiles {
  let tree: any FileTree
  let links: LinkMap

  /// `found` has the includes of each module's scan roots. `grown` has the modules with new inputs, whose files may
  /// include others.
  func added(
    _ found: Indexed<ModuleIndex, [ImportScan.Found]>, to graph: WorkspaceGraph
  ) throws(Failure) -> (graph: WorkspaceGraph, grown: [ModuleIndex]) {
    var result = graph
    var grown: [ModuleIndex] = []
    for module in graph.modules.indices {
      let package = graph.packages[graph.modules[module].package].folder
      var places: Set<RelativePath> = []
      for root in found[module] { places.formUnion(try self.places(of: root, package)) }
      let layout = graph.modules[module].layout
      let own = places.filter { layout.owns($0) && !layout.compiles($0) }
      let foreign = places.filter { !layout.owns($0) && !layout.reads($0) }
      result.modules[module].layout.declared += own.sorted()
      result.modules[module].layout.inputs += foreign.sorted()
      if !foreign.isEmpty { grown.append(module) }
    }
    return (result, grown)
  }

  private func places(of found: ImportScan.Found, _ package: RelativePath) throws(Failure) -> [RelativePath] {
    let included = try found.imports.includes.map { path throws(Failure) in
      try place(found.folder.appending(path), in: found)
    }.compactMap(\.self)
    let embedded = try found.imports.embedded.map { name throws(Failure) in
      // The assembler looks in the folder that it runs in: that of the root package, this one or another.
      let elsewhere = try links.resolve(name).flatMap { end throws(Failure) in
        try tree.kind(of: end.path) == .file ? end.path : nil
      }
      return [links.resolve(package.appending(name))?.path, elsewhere].compactMap { $0 }
    }.flatMap(\.self)
    return included + embedded
  }

  /// Returns the place of an included file. A missing file counts too, since Git need not know it.
  private func place(_ path: RelativePath, in found: ImportScan.Found) throws(Failure) -> RelativePath? {
    guard let path = links.resolve(path)?.path else { return nil }
    let kind = try tree.kind(of: path)
    // A file outside brings along its whole folder when a source of the module includes it. From there on, each include
    // is followed by itself.
    guard kind == .file || kind == .executable, !found.isForeign, !path.isInside(found.folder)
    else { return path }
    return found.folder.isInside(path.parent) ? path : path.parent
  }
}
