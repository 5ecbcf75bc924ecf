import Arguments
import Cache
import Files
import GitBridge
import Reports
import Support
import Workspace

/// `ambit cache`: the store of this machine, wherever it is run.
struct CacheCommand {
  let options: CacheOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    guard let folder = world.storeFolder else {
      throw Failure(
        code: "no-cache-folder", message: "there is no home to keep a cache in",
        hints: ["set HOME or XDG_CACHE_HOME to an absolute path"])
    }
    let report = CacheReport(folder: folder, content: try content(of: folder, world, global))
    console.warn(report.warnings)
    if global.json {
      console.answer(CacheJSON.text(report))
    } else {
      console.answer(CacheText.lines(report))
    }
    return report.isHealthy ? .success : .failed
  }

  private func content(
    of folder: String, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> CacheReport.Content {
    switch options.action {
    case .path: return .path
    case .stats:
      let limit = try limit(world, global)
      let store = try open(folder, limit: limit)
      world.stages.begin("Counting")
      return .statistics(store?.statistics() ?? StoreStatistics(), limit: limit, store?.problems ?? [])
    case .verify:
      let store = try open(folder)
      world.stages.begin("Reading the cache")
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
    guard let store = try open(folder) else { return .removal(PruneOutcome(), []) }
    guard !store.isReadOnly else {
      throw Failure(
        code: "cache-read-only", message: "nothing may be removed from the cache \"\(folder)\"",
        hints: ["it is another user's, or cannot be written"])
    }
    let outcome = body(store)
    return .removal(outcome, store.problems)
  }

  /// nil when there is no store yet: to look at one is no reason to make it.
  private func open(_ folder: String, limit: Int = .max) throws(Failure) -> LocalStore? {
    guard LocalFiles.exists(folder) else { return nil }
    return try Failure.wrapping { try LocalStore.open(folder: folder, limit: limit) }
  }

  private func limit(_ world: World, _ global: GlobalOptions) throws(Failure) -> Int {
    if let limit = options.limit { return limit.bytes }
    do throws(Failure) {
      return try OpenWorkspace.open(world, global, headRevision: nil).config.cache.localLimit.bytes
    } catch {
      // The store is there outside of every workspace as well.
      guard error.code == GitError.Kind.notARepository.rawValue, global.workspaceFile == nil else {
        throw error
      }
      return CacheConfig().localLimit.bytes
    }
  }
}
