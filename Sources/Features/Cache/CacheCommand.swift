import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import Store

/// `ambit cache`: looks after the store of this machine, in any folder.
struct CacheCommand: AmbitCommand {
  let options: CacheOptions
  /// nil where the command is not about build states.
  let states: StateOptions?

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if let states { return try StateCommand(options: states).run(world, global, console) }
    let folder = try StoreAccess.folder(world)
    let report = CacheReport(folder: folder, content: try content(of: folder, world, global))
    console.warn(report.warnings)
    console.answer(json: CacheJSON.text(report), text: CacheText.lines(report))
    return report.isHealthy ? .success : .failed
  }

  private func content(
    of folder: String, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> CacheReport.Content {
    switch options.action {
    case .path: return .path
    case .stats:
      let limit = try limit(world, global)
      let store = try StoreAccess.open(folder, limit: limit)
      world.progressLine.begin("Counting")
      return .statistics(
        store?.statistics() ?? StoreStatistics(), states: store.map { states(in: $0, world) } ?? .init(),
        limit: limit, store?.problems ?? [])
    case .verify:
      let store = try StoreAccess.open(folder)
      world.progressLine.begin("Reading the cache")
      return .verification(
        store?.verify(jobs: world.processors) ?? StoreVerification(), store?.problems ?? [])
    case .prune:
      let limit = try limit(world, global)
      return try remove(from: folder) { $0.prune(to: limit) }
    case .clear: return try remove(from: folder) { $0.clear() }
    }
  }

  private func remove(
    from folder: String, _ body: (LocalStore) -> PruneOutcome
  ) throws(Failure) -> CacheReport.Content {
    guard let store = try StoreAccess.openForRemoval(folder) else { return .removal(PruneOutcome(), []) }
    let outcome = body(store)
    return .removal(outcome, store.problems)
  }

  private func states(in store: LocalStore, _ world: World) -> CacheReport.StateShare {
    let states = BuildStateStore(store, jobs: world.processors).all()
    return .init(count: states.count, bytes: store.statistics(of: states.map(\.key)).bytes)
  }

  private func limit(_ world: World, _ global: GlobalOptions) throws(Failure) -> Int {
    if let limit = options.limit { return limit.bytes }
    do throws(Failure) {
      return try OpenWorkspace.open(world, global, headRevision: nil).config.cache.localLimit.bytes
    } catch {
      // The store exists outside of every workspace too.
      guard error.isOutsideRepository, global.workspaceFile == nil else {
        throw error
      }
      return CacheConfig().localLimit.bytes
    }
  }
}

/// Opens the store of this machine for commands that look after it.
enum StoreAccess {
  static func folder(_ world: World) throws(Failure) -> String {
    if let folder = world.storeFolder { return folder }
    throw Failure(
      code: "no-cache-folder", message: "there is no folder for the cache",
      hints: ["set HOME or XDG_CACHE_HOME to an absolute path"])
  }

  /// Returns nil when there is no store yet: a command that only looks makes none.
  static func open(_ folder: String, limit: Int = .max) throws(Failure) -> LocalStore? {
    guard LocalFiles.exists(folder) else { return nil }
    return try LocalStore.open(folder: folder, limit: limit)
  }

  static func openForRemoval(_ folder: String) throws(Failure) -> LocalStore? {
    guard let store = try open(folder) else { return nil }
    guard !store.isReadOnly else {
      throw Failure(
        code: "cache-read-only", message: "cannot remove entries from the cache \"\(folder)\"",
        hints: ["check the folder's owner and permissions"])
    }
    return store
  }
}

enum CacheAction: String, Sendable, Hashable, CaseIterable {
  case stats, verify, prune, clear, path

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .stats: .init(rawValue, "Show the size of the cache")
    case .verify: .init(rawValue, "Check all files, and move damaged ones aside")
    case .prune: .init(rawValue, "Delete the least recently used files down to the limit")
    case .clear: .init(rawValue, "Delete everything")
    case .path: .init(rawValue, "Print the path of the cache folder")
    }
  }
}

struct CacheOptions: Sendable, Hashable {
  var action = CacheAction.stats
  /// The limit that replaces the one of workspace.json.
  var limit: ByteSize?

  init() {}

  init(_ arguments: ParsedArguments) {
    action = arguments.positionals.first?.text.flatMap(CacheAction.init(rawValue:)) ?? .stats
    limit = arguments.text(.limit).flatMap { ByteSize($0) }
  }
}

extension FlagSpec {
  static let limit = option(
    "limit", "SIZE", .size, default: "\"cache.localLimit\" of workspace.json, else 20GB",
    "Use this limit, such as 5GB or 512MiB")
}

extension CacheCommand {
  static let spec = CommandSpec(
    "cache", .machine, "Manage cached results and build states on this machine",
    discussion: [
      "A build state is saved build output: with it, a fresh clone builds incrementally. `ambit build` "
        + "and `ambit test` restore and save build states automatically.",
      "These commands are optional: runs prune the cache, check what they read, and rebuild what is "
        + "missing. All are safe during other runs. 'verify' exits with 1 when it finds damage.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION",
        choices: CacheAction.allCases.map(\.choice) + [
          .init(StateOptions.word, "List, save, restore or drop build states")
        ],
        required: true, "The action"),
      PositionalSpec(
        "STATE-ACTION", choices: StateAction.allCases.map(\.choice),
        "For state: the action on build states (default: list)"),
      PositionalSpec(
        "COMMIT", .text, repeated: true, "For state drop: the start of a commit id or key"),
    ],
    flags: [.limit, .replacing, .everyState], mainFlags: [.limit],
    examples: [
      Example("ambit cache stats", "the size of the cache"),
      Example("ambit cache prune --limit 5GB", "before a CI job saves the folder"),
      Example("ambit cache path", "the folder, for a script"),
      Example("ambit cache state list", "the build states, and the one that fits"),
      Example("ambit cache state drop 1a2b3c4d", "delete the build states of a commit"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(Failure) {
    options = CacheOptions(arguments)
    states = try StateOptions(arguments)
  }

  var concernsBuilds: Bool { states != nil }
}
