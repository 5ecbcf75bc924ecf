import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Store
import SwiftSources

/// `ambit interface`: prints the interfaces of modules, and whether a change breaks them.
struct InterfaceCommand: CommandWithOptions {
  let options: InterfaceOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if options.check, !options.compares {
      throw Failure.usage(
        "'--check' needs '--diff' or '--base'",
        hints: ["compare with a revision: `ambit interface --diff origin/main --check`"])
    }
    let preparation = try InterfacePreparation(options, world, global)
    guard options.compares else {
      let report = try preparation.report()
      console.answer(
        report.document, json: InterfaceJSON.text(report), report.warnings, as: options.format, width: nil)
      return .success
    }
    let report = try preparation.differences()
    let most = options.format == .text && !console.isVerbose ? 8 : nil
    console.answer(
      report.document(most: most), json: InterfaceJSON.text(report), report.warnings, as: options.format,
      width: nil)
    return options.check && report.isBreaking ? .failed : .success
  }
}

struct InterfaceOptions: CommandOptions {
  /// The modules, as typed. Empty means every module, or with a comparison every changed module.
  var modules: [Argument] = []
  /// The revisions, and the file with more modules.
  var selection = SelectionOptions()
  var all = false
  /// True when the interfaces are compared with those of a base.
  var compares = false
  var format = DocumentFormat.text
  /// True when a breaking difference fails the command.
  var check = false

  init(_ arguments: ParsedArguments) throws(Failure) {
    modules = arguments.positionals
    let since = Comparison(arguments, diff: .interfaceDiff)
    selection = SelectionOptions(comparing: since, arguments)
    compares = since != nil
    all = arguments.has(.allInterfaces)
    format = try arguments.format()
    check = arguments.has(.checkInterface)
  }
}

extension FlagSpec {
  static let interfaceDiff = option(
    "diff", "REV", .revision, conflicts: ["base"], "Compare the interfaces with this revision"
  )
  static let allInterfaces = toggle("all", "Compare every module, not only changed ones")
  static let checkInterface = toggle("check", "Exit with status 1 when a difference is breaking, or may be")
}

extension InterfaceCommand {
  static let spec = CommandSpec(
    "interface", .architecture, "Show the public API of modules, and breaking changes",
    discussion: [
      "The compiler's symbol graph shows types, members, functions, conformances, and declarations for "
        + "the same package. No build is necessary: the compiler skips function bodies. The result is cached "
        + "by the module's key.",
      "Without a module, Ambit prints all modules. '--diff' shows if each difference is breaking, with "
        + "the reason, the declaration and its uses in the workspace. Without a module, '--diff' compares "
        + "changed modules, and dependents as long as the interface below differs. '--base REV' is '--diff' "
        + "with the merge base of REV and the head.",
      "An interface is unknown if it needs a build: macros, plugins, external packages. The report says "
        + "why, and counts the interface as changed.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "Modules: '//Packages/Core:Core', '//Packages/Core' for a whole package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .allInterfaces, .interfaceDiff, .base, .head, .checkInterface,
      .format(DocumentFormat.self), .moduleList, .allowEmpty,
    ],
    examples: [
      Example("ambit interface Core", "the public API of a module"),
      Example(
        "ambit interface --diff origin/main", "how your change alters interfaces"),
      Example("ambit interface Core --diff HEAD~1 --check", "fail when a change is breaking"),
    ]
  )
}

/// Leads from options to reports about interfaces.
struct InterfacePreparation {
  private let options: InterfaceOptions
  private let world: World
  private let session: Session
  private let source: ChangeSource
  private let head: InterfaceRevision
  private let base: InterfaceRevision?
  private let projects: WorkspaceProjects
  private let store: InterfaceStore?
  private let warnings: [Warning]

  init(_ options: InterfaceOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    self.options = options
    self.world = world
    session = try Session.open(world, global, options.selection)
    source =
      options.compares ? try .found(options.selection, in: session.workspace, world) : .nothing()
    let loaded = try session.workspace.load(source, session.toolchain, world, ahead: session.ahead).loaded
    if !options.selection.allowsEmpty { try session.workspace.refuseEmpty(loaded.head) }
    world.progressLine.begin("Computing keys")
    head = try InterfaceRevision(session, session.workspace.head.tree, loaded.head)
    if let graph = loaded.base, let tree = source.baseTree {
      base = try InterfaceRevision(session, tree, graph)
    } else {
      base = nil
    }
    projects = loaded.projects
    (store, warnings) = InterfaceStore.open(session, loaded.warnings + source.warnings)
  }

  /// The modules of a report without a comparison.
  private func read() throws(Failure) -> [ModuleIndex] {
    let modules =
      try named(in: head.graph)
      ?? head.listed.filter { id in
        head.graph.index(of: id).map { head.graph.modules[$0].kind == .library } ?? false
      }
    return modules.compactMap { head.graph.index(of: $0) }
  }

  func report() throws(Failure) -> InterfaceReport {
    world.progressLine.begin("Reading interfaces")
    let indices = try read()
    let found = try InterfaceReader.interfaces(of: Set(indices), in: head, world, store)
    return InterfaceReport(
      head: revisionOfHead,
      modules: indices.sorted().compactMap { index in
        found[index].map { InterfaceReport.Module(id: head.graph.modules[index].id, interface: $0) }
      }, warnings: warnings)
  }

  func differences() throws(Failure) -> InterfaceDiffReport {
    world.progressLine.begin("Reading interfaces")
    guard let base else { return InterfaceDiffReport(revisions: revisions, modules: [], warnings: warnings) }
    let comparison = InterfaceComparison(base: base, head: head, world, store)
    let wanted = try wanted(base)
    let modules = try comparison.modules(wanted)
    return InterfaceDiffReport(revisions: revisions, modules: modules, warnings: warnings)
  }

  private var revisionOfHead: ComparedRevisions.Head {
    .init(ref: session.workspace.head.ref, commit: session.workspace.head.commit?.description)
  }

  private var revisions: ComparedRevisions { ComparedRevisions(base: source.base, head: revisionOfHead) }

  /// Returns nil where no module is named.
  private func named(in graph: WorkspaceGraph) throws(Failure) -> [ModuleID]? {
    try session.lookup(graph, beside: projects).modules(matching: options.modules, and: session.listed)?
      .sorted()
  }

  /// Returns the named modules of both revisions, since a removed module can be named as well.
  private func wanted(_ base: InterfaceRevision) throws(Failure) -> InterfaceComparison.Wanted {
    if options.all { return .all }
    let ids = Set(base.listed + head.listed).sorted()
    let lookup = ModuleLookup(ids: ids, place: "either revision")
    return try lookup.modules(matching: options.modules, and: session.listed).map { .named($0) } ?? .touched
  }
}

extension InterfaceStore {
  /// Without a store every interface is read again, which is slow but right.
  static func open(_ session: Session, _ warnings: [Warning]) -> (InterfaceStore?, [Warning]) {
    let workspace = session.workspace
    do throws(Failure) {
      let store = try LocalStore.open(
        for: workspace.config, head: workspace.head.commit?.description, session.world)
      return (store.map { InterfaceStore(store: $0) }, warnings)
    } catch {
      return (nil, warnings + [Warning(error)])
    }
  }
}

extension InterfaceReader {
  /// Reads the interfaces of these modules with one reader.
  static func interfaces(
    of modules: Set<ModuleIndex>, in revision: InterfaceRevision, _ world: World, _ store: InterfaceStore?
  ) throws(Failure) -> [ModuleIndex: ModuleInterface] {
    guard !modules.isEmpty else { return [:] }
    guard let reader = InterfaceReader(revision, world, store) else {
      throw Failure(
        code: "no-temporary-folder",
        message: "cannot create a folder in \"\(world.temporaryFolder)\"",
        hints: ["set TMPDIR to a writable folder"])
    }
    return try reader.read(modules)
  }
}

/// Public surfaces and compiled modules in the local store, under the modules' keys.
struct InterfaceStore {
  /// Raise this when the same sources give another surface. Older records are then not found.
  private static let version = "ambit-interface-3"
  private static let surfaceName = "surface"
  private static let moduleName = "module"
  private static let longestInline = 16 << 10

  let store: LocalStore

  private static func key(_ key: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: Array(version.utf8) + key.bytes)
  }

  func surface(_ key: SHA256Digest) -> PublicSurface? {
    contents(of: Self.surfaceName, key).flatMap { PublicSurface(decoding: $0[...]) }
  }

  /// Returns the compiled module for importers. nil where it is not stored, or where no compiler made it.
  func module(_ key: SHA256Digest) -> [UInt8]? { contents(of: Self.moduleName, key) }

  func keep(_ surface: PublicSurface, _ module: [UInt8], under key: SHA256Digest) {
    guard let surface = file(Self.surfaceName, surface.encoded),
      let module = put(module)
    else { return }
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.moduleName, digest: module), surface]
    store.setRecord(result, for: Self.key(key), isCopy: true)
  }

  private func contents(of name: String, _ key: SHA256Digest) -> [UInt8]? {
    guard let file = store.record(Self.key(key))?.file(name) else { return nil }
    return file.contents.isEmpty ? store.blob(file.digest) : file.contents
  }

  private func file(_ name: String, _ bytes: [UInt8]) -> ActionResult.OutputFile? {
    if bytes.count <= Self.longestInline { return .init(path: name, contents: bytes) }
    return put(bytes).map { .init(path: name, digest: $0) }
  }

  /// Does not wait for the disk. A lost file is made again.
  private func put(_ bytes: [UInt8]) -> ContentDigest? {
    let digest = ContentDigest(of: bytes)
    return store.putCopy(bytes, as: digest) ? digest : nil
  }
}
