import Arguments
import Base
import Graph
import Reports
import Session
import SwiftSources

/// `ambit extract`: plans the move of a module's files into a package of their own.
struct ExtractCommand: CommandWithOptions {
  let options: ExtractOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try ExtractPreparation(options, world, global, console).report()
    console.answer(
      json: ExtractJSON.text(report), text: ExtractText.lines(report, isVerbose: console.isVerbose))
    return .success
  }
}

enum ExtractFormat: String, OutputFormat {
  case text, json
}

struct ExtractOptions: CommandOptions {
  /// The name of the new module.
  var name: Argument
  /// The files, folders and patterns, as typed. `-` alone is standard input.
  var files: [Argument] = []
  /// The folder that gets the folder of the new package.
  var path: Argument?
  /// True when the index is brought up to date first.
  var builds = true
  var format = ExtractFormat.text

  init(_ arguments: ParsedArguments) throws(Failure) {
    name = arguments.positionals.first ?? ""
    files = arguments.arguments(.from)
    path = arguments.argument(.extractPath)
    builds = !arguments.has(.noBuild)
    format = try arguments.format()
    if files.contains("-"), files.count > 1 {
      throw Failure.usage(
        "'--from -' reads the paths from standard input and takes no others",
        hints: ["for a file named '-', write './-'"])
    }
  }
}

extension FlagSpec {
  static let from = option(
    "from", "PATH", .path, arity: .many,
    "Files, folders or patterns to move; '-' reads them from standard input"
  )
  static let extractPath = option(
    "path", "DIR", .folder, default: "next to the package of the files",
    "Create the package in this folder")
  static let noBuild = toggle("no-build", "Use the index of the last build without an update")
}

extension ExtractCommand {
  static let spec = CommandSpec(
    "extract", .architecture, "Plan how to move files of a module into a new package",
    discussion: [
      "The plan comes from the compiler's index. It lists the dependencies of the new module, and marks "
        + "those that the old module never declared. It lists declarations that become public and for whom, "
        + "files that must import the new module, and tests that move too. If the files and the rest of the "
        + "module use each other, no split is possible. The plan then lists these uses, and the other files "
        + "that must move, from the bottom up.",
      "Only the index below .build/ambit is written. The compiler updates the index, and builds modules "
        + "only if necessary.",
    ],
    positionals: [
      PositionalSpec("NAME", .text, required: true, "The name of the new module and its package")
    ],
    flags: [
      .from, .extractPath, .noBuild, .format(ExtractFormat.self),
    ],
    examples: [
      Example("ambit extract Pricing --from Packages/Cart/Sources/Cart/Price.swift", "the plan for one file"),
      Example(
        "ambit extract Pricing --from 'Packages/Cart/Sources/Cart/Pri*.swift'",
        "all files with matching names"),
    ]
  )
}

/// Leads from options to the report of an extraction.
struct ExtractPreparation {
  private let options: ExtractOptions
  private let session: Session
  private let graph: WorkspaceGraph
  private let chosen: ExtractFiles
  private let index: ExtractIndex

  init(_ options: ExtractOptions, _ world: World, _ global: GlobalOptions, _ console: CommandOutput)
    throws(Failure)
  {
    self.options = options
    session = try Session.open(world, global, SelectionOptions())
    graph = try session.wholeWorkspace(allowsEmpty: true).head
    chosen = try ExtractFiles(options, session, graph)
    index = ExtractIndex(world: world, global: global, console: console, session: session, graph: graph)
  }

  func report() throws(Failure) -> ExtractReport {
    let folder = folder
    try refuseName(folder)
    try refuseWholeModule()
    let plan = try planner().plan(options.name.description, moving: Set(chosen.files), package: folder)
    return ExtractReport(
      plan: plan, folder: folder, moves: moves(plan, folder),
      flags: options.path.map { ["--path", $0.description] } ?? [])
  }

  private func moves(_ plan: ExtractionPlan, _ folder: RelativePath) -> [ExtractReport.Move] {
    func move(_ files: [RelativePath], of module: ModuleID?, to target: String) -> [ExtractReport.Move] {
      guard let module else { return [] }
      let old = graph.folder(of: module)
      return files.map { file in
        let inside = file.relative(to: old) ?? RelativePath(Array(file.lastComponent))
        return .init(from: file, to: folder.appending(target).appending(inside))
      }
    }
    return move(plan.files, of: plan.module, to: "Sources/\(plan.name)")
      + move(plan.tests, of: plan.testModule, to: "Tests/\(plan.name)Tests")
  }

  /// The folder for the new package.
  private var folder: RelativePath {
    let above =
      options.path.map {
        session.world.resolvedPath($0.bytes).seen(
          from: RelativePath(Array(session.workspace.location.root.utf8)))
      } ?? (chosen.module.package.isRoot ? RelativePath("Packages") : chosen.module.package.parent)
    return above.appending(options.name.description)
  }

  /// The modules of the package, and all dependents of these.
  private var concerned: [ModuleIndex] {
    let own = graph.modules.numbered.filter { $0.1.id.package == chosen.module.package }.map(\.0)
    return Dependents(graph).reach(from: own).nodes.sorted().filter { graph.modules[$0].kind.isCompiled }
  }

  private func planner() throws(Failure) -> ExtractionPlanner {
    let concerned = concerned
    let stores = try index.stores(of: concerned, writes: options.builds)
    let modules = graph.listedModules.filter { $0.kind.isCompiled }.map { module in
      ExtractionModule(
        id: module.id, isTest: module.kind == .test,
        declared: Set(module.edges.filter(\.kind.isDeclared).map { graph.modules[$0.target].id }),
        isOffered: isOffered(module))
    }
    let sources = try current(index.sources(in: stores, modules: Set(modules.map(\.name))), concerned)
    try refuseStale(sources, concerned)
    let (tree, root) = (session.workspace.tree, session.workspace.location.root)
    let context = ExtractionContext(
      modules: modules,
      files: sources.map { source in
        IndexedFile(
          path: RelativePath(source.file.path(below: root) ?? source.file), module: source.module,
          record: source.record)
      }, packages: packages, contents: { (try? tree.contents(of: $0)) ?? [] })
    guard let module = modules.first(where: { $0.id == chosen.module }) else {
      throw Failure.extraction(.notIndexed, "\(chosen.module) is not compiled here")
    }
    return ExtractionPlanner(context, module)
  }

  private func isOffered(_ module: ModuleNode) -> Bool {
    (graph.packages[module.package].manifest?.products ?? []).contains { product in
      if case .library = product.kind { product.targets.contains(module.id.name) } else { false }
    }
  }

  // MARK: Refusals

  /// A wrong name or place is reported before anything is indexed.
  private func refuseName(_ folder: RelativePath) throws(Failure) {
    let name = options.name.description
    if let problem = SwiftName.problem(in: name) {
      throw Failure.extraction(
        .invalidName,
        "\"\(Text.cut(Text.escapingControls(name), to: 100))\" is not a valid module name: \(problem)")
    }
    if let other = graph.modules.first(where: { $0.id.name.lowercased() == name.lowercased() }) {
      throw Failure.extraction(.nameTaken, "the module \(other.id) exists already")
    }
    let shown = Text.escapingControls(folder.description)
    guard !folder.escapesRoot else {
      throw Failure.extraction(.invalidPath, "the folder \"\(shown)\" is outside the workspace")
    }
    guard try session.workspace.tree.kind(of: folder) == nil else {
      throw Failure.extraction(.nameTaken, "\"\(shown)\" exists already")
    }
  }

  private func refuseWholeModule() throws(Failure) {
    guard let module = graph.index(of: chosen.module) else { return }
    let all = try SourceTimes(graph: graph, session: session).swift(of: module).map(\.seen)
    guard Set(all).isSubset(of: chosen.files) else { return }
    throw Failure.extraction(.wholeModule, "these are all files of \(chosen.module): nothing would remain")
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

  // MARK: Age

  /// Drops entries of files that are gone, or that belong to another module now. An index keeps these.
  private func current(_ sources: [IndexedSource], _ concerned: [ModuleIndex]) throws(Failure)
    -> [IndexedSource]
  {
    let times = SourceTimes(graph: graph, session: session)
    var modules: [String: Set<String>] = [:]
    for module in concerned {
      let name = SourceTimes.name(of: graph.modules[module].id)
      for file in try times.swift(of: module) { modules[file.path, default: []].insert(name) }
    }
    return sources.filter { modules[$0.file]?.contains($0.module) ?? LocalFiles.isFile($0.file) }
  }

  /// An old index would send readers to places that hold something else now.
  private func refuseStale(_ sources: [IndexedSource], _ concerned: [ModuleIndex]) throws(Failure) {
    let written = Dictionary(
      sources.map { ("\($0.module)\n\($0.file)", $0.written) }, uniquingKeysWith: { max($0, $1) })
    let times = SourceTimes(graph: graph, session: session)
    for module in concerned {
      let id = graph.modules[module].id
      for file in try times.swift(of: module) {
        let time = written["\(SourceTimes.name(of: id))\n\(file.path)"]
        if let time, time >= file.modified { continue }
        throw Failure.extraction(
          time == nil ? .notIndexed : .staleIndex,
          time == nil
            ? "the index lacks \(file.seen), a source of \(id)"
            : "the index is older than \(file.seen)")
      }
    }
  }
}

extension ModuleKind {
  /// True when the compiler writes an index of such modules.
  fileprivate var isCompiled: Bool {
    switch self {
    case .library, .executable, .test, .macro: true
    case .plugin, .system, .binary, .unknown, .app, .extension, .framework, .bundle, .uiTest: false
    }
  }
}
