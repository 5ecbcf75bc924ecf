package import Base
import Graph
import Reports
package import Runner

/// The data of earlier runs of the workspace. This run is added at its end.
///
/// A broken history stops nothing; it gives one warning.
package struct RunHistory {
  /// The expected seconds of test modules.
  package private(set) var expectedSeconds: [ModuleID: Double] = [:]
  /// The test modules that did not pass when they last ran.
  private(set) var failedBefore: Set<ModuleID> = []
  private(set) var warnings: [Warning] = []
  private let world: World
  private let history: History?

  /// Without a cache folder there is no history. `ambit doctor` reports that.
  static func open(_ world: World, _ location: WorkspaceLocation) -> RunHistory {
    var result = RunHistory(world: world, history: History.of(location, world))
    result.expectedSeconds =
      result.attempt { history throws(Failure) in try history.expectedSeconds() } ?? [:]
    result.failedBefore = Set(
      result.attempt { history throws(Failure) in try history.failedModules() } ?? [])
    return result
  }

  /// The last runs, newest first.
  package static func recent(_ world: World, _ location: WorkspaceLocation) -> [RecordedRun] {
    (try? History.of(location, world)?.runs(last: 20)) ?? []
  }

  /// Returns the seconds that the cached modules would have taken.
  func secondsSaved(in report: RunReport) -> Double {
    report.modules.filter { $0.outcome == .cached }.reduce(0) { $0 + (expectedSeconds[$1.id] ?? $1.seconds) }
  }

  /// Adds durations from other machines for modules that this machine never timed.
  mutating func complete(_ modules: Set<ModuleID>, from shared: SharedDurations?) {
    guard let shared, modules.contains(where: { expectedSeconds[$0] == nil }) else { return }
    expectedSeconds.merge(shared.read()) { own, _ in own }
  }

  /// Returns all known durations, including those of this run.
  mutating func durations() -> [ModuleID: Double] {
    let own = attempt { history throws(Failure) in try history.expectedSeconds() } ?? [:]
    return expectedSeconds.merging(own) { _, own in own }
  }

  mutating func record(
    _ report: RunReport, about affected: AffectedReport, action: RunPlan.Action, isFiltered: Bool,
    isSlowed: Bool,
    unselected: [ModuleID]?
  ) {
    let seconds = world.now() / .seconds(1)
    let facts = RunFacts(
      time: world.date() - Int(seconds), action: action == .build ? "build" : "test",
      head: affected.revisions.head.commit, base: affected.revisions.base?.ref,
      selection: affected.selection.scope.rawValue, isFiltered: isFiltered, isSlowed: isSlowed,
      affected: affected.selection.modules.count, seconds: seconds, secondsSaved: secondsSaved(in: report),
      unselected: unselected.map { modules in
        .init(modules: modules.count, seconds: modules.reduce(0) { $0 + (expectedSeconds[$1] ?? 0) })
      })
    attempt { history throws(Failure) in try history.record(report, facts) }
  }

  @discardableResult
  private mutating func attempt<Value>(
    _ body: (History) throws(Failure) -> Value
  ) -> Value? {
    guard let history else { return nil }
    do throws(Failure) {
      return try body(history)
    } catch {
      if warnings.isEmpty { warnings.append(Warning(error)) }
      return nil
    }
  }
}

extension History {
  package static func of(_ location: WorkspaceLocation, _ world: World) -> History? {
    world.cacheFolder.map { History(cacheFolder: $0, workspace: location.root) }
  }
}

/// `--failed`: the test modules that did not pass when they last ran.
struct FailedBefore {
  let modules: [ModuleID]
  /// True when the last run failed for any reason.
  let hasLastRunFailed: Bool

  init(_ location: WorkspaceLocation, _ world: World) throws(Failure) {
    guard let history = History.of(location, world) else {
      throw Failure(
        code: "no-history", message: "the last failures are unknown: there is no folder for a history",
        hints: ["set HOME or XDG_CACHE_HOME"])
    }
    modules = try history.failedModules()
    hasLastRunFailed = try history.runs(last: 1).first?.outcome == .failed
  }
}
