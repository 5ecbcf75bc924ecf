import Arguments
import Extraction
import Imports
import IndexStore
import Manifests
import ModuleGraph
import Names
import Platform
import Reports
import Scaffold
import Support

/// From options to what an extraction comes to.
struct ExtractPreparation {
  let options: ExtractOptions
  let new: NewPreparation
  let chosen: ExtractFiles
  let index: ExtractIndex

  init(_ options: ExtractOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput)
    throws(Failure)
  {
    self.options = options
    new = try NewPreparation(world, global)
    chosen = try ExtractFiles(options, new.pipeline, new.ground.graph)
    index = ExtractIndex(world: world, global: global, console: console)
  }

  var pipeline: SelectionPipeline { new.pipeline }
  var graph: WorkspaceGraph { new.ground.graph }
  var root: String { pipeline.workspace.location.root }

  /// The module, those of its package, and all that needs one of them.
  var concerned: [ModuleID] {
    let own = graph.modules.numbered.filter { $0.1.id.package == chosen.module.package }.map(\.0)
    return Dependents(graph).reach(from: own).nodes.sorted().map { graph.modules[$0] }
      .filter(\.kind.isCompiled).map(\.id)
  }

  func planner() throws(Failure) -> ExtractionPlanner {
    let concerned = concerned
    let stores = try index.stores(of: concerned, builds: options.builds)
    let modules = graph.listedModules.filter { $0.kind.isCompiled }.map { module in
      ExtractionModule(
        id: module.id, isTest: module.kind == .test,
        declared: Set(module.edges.filter(\.kind.isDeclared).map { graph.modules[$0.target].id }))
    }
    let sources = try index.sources(
      in: stores, below: root, compiler: pipeline.toolchain.swiftCompiler, modules: Set(modules.map(\.name)))
    try refuseStale(sources, concerned: Set(concerned))
    let tree = pipeline.workspace.tree
    let ground = ExtractionGround(
      modules: modules,
      files: sources.map { source in
        SourceFacts(
          path: RelativePath(String(source.file.dropFirst(root.count + 1))), module: source.module,
          record: source.record)
      }, packages: packages, contents: { (try? tree.contents(of: $0)) ?? [] })
    guard let module = modules.first(where: { $0.id == chosen.module }) else {
      throw Failure(describing: ExtractionError(.notIndexed, "\(chosen.module) is not compiled here"))
    }
    return ExtractionPlanner(ground, module)
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

  /// An index that is older than the files would send readers to places where something else stands.
  private func refuseStale(_ sources: [IndexedSource], concerned: Set<ModuleID>) throws(Failure) {
    let written = Dictionary(
      sources.map { ("\($0.module)\n\($0.file)", $0.written) }, uniquingKeysWith: { max($0, $1) })
    for id in concerned.sorted() {
      guard let index = graph.index(of: id), let name = ModuleName.names(of: id.name).first else { continue }
      let files = try Failure.wrapping {
        try ModuleSources(pipeline.workspace.tree).files(of: graph.modules[index])
      }
      for file in files where file.language == .swift {
        let path = pipeline.workspace.location.absolutePath(of: file.path)
        let time = written["\(name)\n\(path)"]
        let changed = FileFacts(of: path, followingLinks: true)?.modified.nanoseconds ?? 0
        if let time, time >= changed { continue }
        throw Failure(
          describing: ExtractionError(
            time == nil ? .notIndexed : .staleIndex,
            time == nil
              ? "the index has nothing of \(file.path), which \(id) is compiled from"
              : "the index is older than \(file.path)"))
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
