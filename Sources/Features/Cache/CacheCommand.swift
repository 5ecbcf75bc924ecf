import Arguments
import Base
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
    return try Failure.wrapping { try LocalStore.open(folder: folder, limit: limit) }
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
