import Edge
import History
import Names
import Runner

/// `--failed`: the test modules that did not pass when they last ran.
struct FailedBefore {
  let modules: [ModuleID]
  /// Whether the last run failed, at whatever.
  let hasLastRunFailed: Bool

  init(_ location: WorkspaceLocation, _ world: World) throws(Failure) {
    guard let history = History.of(location, world) else {
      throw Failure(
        code: "no-history", message: "nobody knows what failed: there is no folder to keep a history in",
        hints: ["set HOME or XDG_CACHE_HOME"])
    }
    modules = try Failure.wrapping { try history.failedModules() }
    hasLastRunFailed = try Failure.wrapping { try history.runs(last: 1) }.first?.outcome == .failed
  }
}
