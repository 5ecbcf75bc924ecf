import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// `ambit key`: prints the keys of modules, their inputs, and the differences since a base.
struct KeyCommand: CommandWithOptions {
  let options: KeyOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let session = try Session.open(
      world, global, options.selection, swiftArguments: options.swiftArguments)
    let source = try source(in: session)
    let loaded = try session.workspace.load(source, session.toolchain, world, ahead: session.ahead).loaded
    if !options.selection.allowsEmpty { try session.workspace.refuseEmpty(loaded.head) }
    world.progressLine.begin("Computing keys")
    let wanted = try session.lookup(loaded.head, beside: loaded.projects).modules(
      matching: options.modules, and: session.listed)
    let modules = (wanted ?? Set(loaded.head.listedModules.map(\.id))).sorted()
    let workspace = session.workspace
    let keys = try preparation(session, workspace.head.tree, loaded.head, workspace.config, session.settings)
      .keys(of: wanted.map { $0.sorted() })
    let old = try baseKeys(loaded.base, source, session)?.keys(of: nil)
    let report = KeyReport(
      head: .init(ref: session.workspace.head.ref, commit: session.workspace.head.commit?.description),
      since: source.base, modules: modules.map { entry($0, keys, old) }, explains: options.explain)
    if global.json {
      console.answer(KeyJSON.text(report))
    } else {
      console.warn(report.warnings)
      console.answer(KeyText.lines(report, width: console.output.width))
    }
    return .success
  }

  private func entry(_ module: ModuleID, _ keys: ModuleKeys, _ old: ModuleKeys?) -> KeyReport.Module {
    KeyReport.Module(
      id: module, key: keys.key(of: module), inputs: options.explain ? keys.explain(module) : [],
      before: old?.key(of: module),
      differences: old.map { KeyDifference.between($0, keys, of: module) } ?? [])
  }
}

// MARK: Revisions

extension KeyCommand {
  /// The change between the revisions to compare. Without a comparison no base is looked for.
  private func source(in session: Session) throws(Failure) -> ChangeSource {
    guard options.compares else { return .nothing() }
    return try .found(options.selection, in: session.workspace, session.world)
  }

  private func baseKeys(
    _ graph: WorkspaceGraph?, _ source: ChangeSource, _ session: Session
  ) throws(Failure) -> KeyPreparation? {
    guard let graph, let tree = source.baseTree else { return nil }
    let location = session.workspace.location
    let config = try OpenWorkspace.readConfig(
      location, SubTree(of: tree, at: location.folderInRepository), required: false)
    let settings = try BuildSettings(config, options.swiftArguments, toolchain: session.toolchain)
    return preparation(session, tree, graph, config, settings)
  }

  private func preparation(
    _ session: Session, _ tree: any FileTree, _ graph: WorkspaceGraph, _ config: WorkspaceConfig,
    _ settings: BuildSettings
  ) -> KeyPreparation {
    KeyPreparation(
      session, tree, graph, config, settings, platform: options.platform ?? HostPlatform.name)
  }
}

struct KeyOptions: CommandOptions {
  /// The modules, as typed; empty means every module.
  var modules: [Argument] = []
  /// The revisions, and the file with more modules.
  var selection = SelectionOptions()
  var explain = false
  /// True when the keys are compared with those of a base.
  var compares = false
  var platform: String?
  var swiftArguments = SwiftArguments()

  init(_ arguments: ParsedArguments) throws(Failure) {
    modules = arguments.positionals
    let since = Comparison(arguments, diff: .diff)
    selection = SelectionOptions(comparing: since, arguments)
    compares = since != nil
    explain = arguments.has(.explain)
    platform = arguments.text(.platform)
    swiftArguments = try SwiftArguments(
      arguments.passthrough, configuration: arguments.choice(.configuration),
      engine: arguments.choice(.engine), sanitizer: arguments.choice(.sanitize))
  }
}

extension FlagSpec {
  static let explain = toggle(
    "explain", conflicts: ["diff", "base"], "List all inputs of the key")
  static let diff = option(
    "diff", "REV", .revision, conflicts: ["explain", "base"],
    "List inputs of the key that changed since this revision")
}

extension KeyCommand {
  static let spec = CommandSpec(
    "key", .machine, "Show the cache keys of modules, and their inputs",
    discussion: [
      "A key covers everything that affects the build and tests of a module: files, manifests, pins, the "
        + "toolchain, and the keys of its dependencies. Results with an equal key are reused.",
      "Without a module, Ambit prints all keys. Without flags, the keys are those of a plain `ambit "
        + "test`. '--base REV' is '--diff' with the merge base of REV and the head.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module, repeated: true,
        "Modules: '//Packages/Core:Core', '//Packages/Core' for a whole package, or 'Core' when it is unique"
      )
    ],
    flags: [
      .explain, .diff, .base, .head, .moduleList, .allowEmpty, .platform, .configuration, .engine, .sanitize,
    ],
    passthrough: .swift,
    examples: [
      Example("ambit key CoreTests", "the key of one module"),
      Example("ambit key CoreTests --explain", "all inputs of the key"),
      Example("ambit key CoreTests --diff origin/main", "why the module is not cached"),
    ]
  )
}
