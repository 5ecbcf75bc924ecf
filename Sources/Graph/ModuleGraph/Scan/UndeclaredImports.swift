import Base
import SwiftSources

/// Adds edges to a graph for imports that no manifest declares, and the names that sources ask for with `canImport`.
struct UndeclaredImports {
  private let graph: WorkspaceGraph
  private let modulesByName: ModulesByName
  /// True when the arguments for SwiftPM may set any flag.
  private let setsFlags: Bool

  init(_ graph: WorkspaceGraph, setsFlags: Bool = false) {
    self.graph = graph
    self.setsFlags = setsFlags
    modulesByName = ModulesByName(graph)
  }

  func added(_ found: Indexed<ModuleIndex, [ImportScan.Found]>) -> WorkspaceGraph {
    var result = graph
    var closure = DeclaredClosure(graph)
    for module in graph.modules.indices {
      let names = found[module].flatMap { $0.imports.importedModules { mayBeSet($0, for: module) } }
      let targets = undeclared(by: module, Set(names), &closure)
      let asked = found[module].flatMap(\.imports.askedModules)
      if !asked.isEmpty { result.modules[module].layout.askedModules = Set(asked).sorted() }
      // The import says more than the edge to a stand-in.
      result.modules[module].edges.removeAll { targets.contains($0.target) }
      result.modules[module].edges += targets.map { ModuleEdge(target: $0, kind: .undeclaredImport) }
      result.modules[module].edges.sort { $0.target < $1.target }
    }
    return result
  }

  /// Returns true when a build may compile the module's `#if FLAG`. Manifests, traits, SwiftPM itself and the arguments
  /// of a run set flags.
  private func mayBeSet(_ flag: String, for module: ModuleIndex) -> Bool {
    let (node, package) = (graph.modules[module], graph.packages[graph.modules[module].package])
    guard !setsFlags, let target = package.manifest?.targets.first(where: { $0.name == node.id.name }) else {
      return true
    }
    if ["DEBUG", "RELEASE", "Xcode"].contains(flag) || flag.hasPrefix("SWIFT") { return true }
    if package.traits.contains(where: { $0.name == flag }) { return true }
    return target.settings.contains { setting in
      switch setting.name {
      case "unsafeFlags": true
      case "define": setting.values.contains { $0 == flag || $0.hasPrefix("\(flag)=") }
      default: false
      }
    }
  }

  /// Returns the modules that a module may import without declaring them. A name is declared when the module reaches
  /// any module with that name: SwiftPM decides which one counts. Without a declaration every module with that name
  /// counts.
  private func undeclared(by module: ModuleIndex, _ names: Set<String>, _ closure: inout DeclaredClosure)
    -> [ModuleIndex]
  {
    var found: Set<ModuleIndex> = []
    for name in names {
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module) else { continue }
      let edges = graph.modules[module].edges
      if edges.contains(where: { $0.kind != .standIn && bearers.contains($0.target) }) { continue }
      if bearers.contains(where: { closure.reaches($0, from: module) }) { continue }
      found.formUnion(bearers)
    }
    return found.sorted()
  }
}

/// Answers which modules a module reaches by declared edges. It keeps the last answer, since callers ask for one module
/// after another.
package struct DeclaredClosure {
  private let graph: WorkspaceGraph
  private var last: (module: ModuleIndex, reach: Reach<ModuleIndex>)?

  package init(_ graph: WorkspaceGraph) {
    self.graph = graph
  }

  package mutating func reaches(_ target: ModuleIndex, from start: ModuleIndex) -> Bool {
    if let last, last.module == start { return last.reach.contains(target) }
    let reach = walk(from: start)
    last = (start, reach)
    return reach.contains(target)
  }

  /// Walks all direct edges, and unconditional ones from there on. A condition on a direct edge is the author's own;
  /// one further away may leave the import uncovered.
  private func walk(from start: ModuleIndex) -> Reach<ModuleIndex> {
    let direct = graph.modules[start].edges.filter(\.kind.isDeclared).map(\.target)
    return graph.modules(neededBy: direct) { $0.platforms.isEmpty && $0.kind.isDeclared }
  }
}

/// The modules of a workspace that each imported name may mean.
package struct ModulesByName: Sendable {
  private let modules: [String: [ModuleIndex]]

  /// Aliases that a manifest gives to modules of other packages need a look into every manifest. Targets of Xcode
  /// projects are left out, since no package imports one.
  package init(_ graph: WorkspaceGraph, withAliases: Bool = true) {
    var modules: [String: [ModuleIndex]] = [:]
    for (index, module) in graph.modules.numbered
    where module.target == nil && ![.unknown, .plugin].contains(module.kind) {
      for name in ModuleName.names(of: module.id.name) { modules[name, default: []].append(index) }
    }
    guard withAliases else {
      self.modules = modules
      return
    }
    // An alias may be asked for anywhere below the package that declares it.
    var aliased: [String: [ModuleIndex]] = [:]
    for dependency in graph.packages.lazy.compactMap(\.manifest).flatMap(\.targets).flatMap(\.dependencies) {
      for (name, alias) in dependency.moduleAliases {
        aliased[alias, default: []] += modules[name] ?? []
      }
    }
    self.modules = modules.merging(aliased) { Set($0 + $1).sorted() }
  }

  /// Returns the indices of the modules with that name, ascending.
  package subscript(name: String) -> [ModuleIndex] { modules[name] ?? [] }
}

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
      places.formUnion(try searchedPlaces(of: found[module], by: graph.modules[module], in: graph))
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

  /// Returns the places of files that includes with `..` lead to from the folders that compilers search. Example:
  /// `"../src/a.h"` lies beside the searched folder `Vendor/include`. A missing file counts once it is there.
  private func searchedPlaces(
    of found: [ImportScan.Found], by module: ModuleNode, in graph: WorkspaceGraph
  ) throws(Failure) -> [RelativePath] {
    let climbing = try found.map { root throws(Failure) in
      let names = root.imports.includes.filter(\.escapesRoot)
      if names.isEmpty { return names }
      // The names in a file that is scanned by itself count from the file.
      let isFile = try [.file, .executable].contains(tree.kind(of: root.folder))
      return isFile ? names.map { RelativePath(Array($0.bytes.dropFirst(3))) }.filter(\.escapesRoot) : names
    }
    guard climbing.contains(where: { !$0.isEmpty }), let folder = module.layout.folder,
      let target = graph.packages[module.package].manifest?.targets.first(where: { $0.name == module.id.name }
      )
    else { return [] }
    let package = graph.packages[module.package].folder
    let searched = links.searchedFolders(of: target, in: folder, package)
    var places: [RelativePath] = []
    for (root, names) in zip(found, climbing) {
      for name in names.flatMap({ name in searched.map { $0.appending(name) } }) {
        guard let path = links.resolve(name)?.path, try [.file, .executable].contains(tree.kind(of: path)),
          let place = try place(path, in: root)
        else { continue }
        places.append(place)
      }
    }
    return places
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
