package import Arguments
package import Edge
package import Extraction
import IndexStore
import Manifests
import ModuleGraph
import Names
import Platform
import Scaffold
package import Support
import Workspaces

/// From options to what an extraction comes to.
package struct ExtractPreparation {
  let options: ExtractOptions
  let new: NewPreparation
  let chosen: ExtractFiles
  let index: ExtractIndex

  package init(_ options: ExtractOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput)
    throws(Failure)
  {
    self.options = options
    new = try NewPreparation(world, global)
    chosen = try ExtractFiles(options, new.pipeline, new.ground.graph)
    index = ExtractIndex(
      world: world, global: global, console: console, pipeline: new.pipeline, graph: new.ground.graph)
  }

  var pipeline: SelectionPipeline { new.pipeline }
  var graph: WorkspaceGraph { new.ground.graph }
  /// As the repository sees them.
  package var chosenPaths: Set<RelativePath> {
    let nesting = pipeline.workspace.location.folderInRepository
    return Set(chosen.files.map { nesting.appending($0) })
  }

  var root: String { pipeline.workspace.location.root }

  /// The module, those of its package, and all that needs one of them.
  var concerned: [ModuleIndex] {
    let own = graph.modules.numbered.filter { $0.1.id.package == chosen.module.package }.map(\.0)
    return Dependents(graph).reach(from: own).nodes.sorted().filter { graph.modules[$0].kind.isCompiled }
  }

  package func planner() throws(Failure) -> ExtractionPlanner {
    try refuseName()
    try refuseWholeModule()
    let concerned = concerned
    let stores = try index.stores(of: concerned, writes: options.builds)
    let modules = graph.listedModules.filter { $0.kind.isCompiled }.map { module in
      ExtractionModule(
        id: module.id, isTest: module.kind == .test,
        declared: Set(module.edges.filter(\.kind.isDeclared).map { graph.modules[$0.target].id }),
        hidesImports: hidesImports(module))
    }
    let sources = try current(index.sources(in: stores, modules: Set(modules.map(\.name))), concerned)
    try refuseStale(sources, concerned)
    let tree = pipeline.workspace.tree
    let ground = ExtractionGround(
      modules: modules,
      files: sources.map { source in
        IndexedFile(
          path: RelativePath(source.file.path(below: root) ?? source.file), module: source.module,
          record: source.record)
      }, packages: packages, contents: { (try? tree.contents(of: $0)) ?? [] })
    guard let module = modules.first(where: { $0.id == chosen.module }) else {
      throw Failure(describing: ExtractionError(.notIndexed, "\(chosen.module) is not compiled here"))
    }
    return ExtractionPlanner(ground, module)
  }

  private func refuseWholeModule() throws(Failure) {
    guard let module = graph.index(of: chosen.module) else { return }
    let all = try SourceTimes(graph, pipeline).swift(of: module).map(\.seen)
    guard Set(all).isSubset(of: chosen.files) else { return }
    throw Failure(
      describing: ExtractionError(
        .wholeModule, "that is all of \(chosen.module), and nothing would be left of it"))
  }

  private func hidesImports(_ module: ModuleNode) -> Bool {
    let target = graph.packages[module.package].manifest?.targets.first { $0.name == module.id.name }
    return target?.settings.contains { $0.values.contains("InternalImportsByDefault") } ?? false
  }

  private var packages: [RelativePath: Set<RelativePath>] {
    Dictionary(
      graph.packages.map { package in
        (
          package.folder,
          Set(package.dependencies.compactMap { $0.package.map { graph.packages[$0].folder } })
        )
      }, uniquingKeysWith: { $0.union($1) })
  }

  /// Where the package is to lie.
  var folder: RelativePath {
    get throws(Failure) {
      let place = RelativePath(Array(root.utf8))
      let above =
        options.path.map { pipeline.world.resolvedPath($0.bytes).seen(from: place) }
        ?? (chosen.module.package.isRoot ? RelativePath("Packages") : chosen.module.package.parent)
      return above.appending(options.name.description)
    }
  }

  // MARK: Age

  /// An index keeps what it had of files that are gone, or are another module's now.
  private func current(_ sources: [IndexedSource], _ concerned: [ModuleIndex]) throws(Failure)
    -> [IndexedSource]
  {
    let times = SourceTimes(graph, pipeline)
    var modules: [String: Set<String>] = [:]
    for module in concerned {
      let name = SourceTimes.name(of: graph.modules[module].id)
      for file in try times.swift(of: module) { modules[file.path, default: []].insert(name) }
    }
    return sources.filter { modules[$0.file]?.contains($0.module) ?? LocalFiles.isFile($0.file) }
  }

  /// An index that is older than the files would send readers to places where something else stands.
  private func refuseStale(_ sources: [IndexedSource], _ concerned: [ModuleIndex]) throws(Failure) {
    let written = Dictionary(
      sources.map { ("\($0.module)\n\($0.file)", $0.written) }, uniquingKeysWith: { max($0, $1) })
    let times = SourceTimes(graph, pipeline)
    for module in concerned {
      let id = graph.modules[module].id
      for file in try times.swift(of: module) {
        let time = written["\(SourceTimes.name(of: id))\n\(file.path)"]
        if let time, time >= file.modified { continue }
        throw Failure(
          describing: ExtractionError(
            time == nil ? .notIndexed : .staleIndex,
            time == nil
              ? "the index has nothing of \(file.seen), which \(id) is compiled from"
              : "the index is older than \(file.seen)"))
      }
    }
  }
}

extension ModuleKind {
  /// Whether the compiler writes an index of it.
  fileprivate var isCompiled: Bool {
    switch self {
    case .library, .executable, .test, .macro: true
    case .plugin, .system, .binary, .unknown: false
    }
  }
}
