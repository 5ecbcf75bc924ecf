import Base
import Runner

/// The result of `ambit insights`, from past runs.
struct InsightsReport: Sendable {
  /// A module with the cost of its changes: how often it changed, and how long all affected tests and builds take.
  struct CostlyModule: Sendable, Hashable {
    let id: ModuleID
    let changes: Int
    /// The number of other modules that a change reaches. `tests` counts the test modules among them and the module
    /// itself.
    let reached: Int
    let tests: Int
    /// The cost of one change.
    let cost: Cost

    var total: Double { Double(changes) * cost.all }
  }

  /// The runs, oldest first.
  let runs: [RunSavings]
  let modules: [ModuleDuration]
  let cases: [CaseDuration]
  let flaky: [FlakyModule]
  let costly: [CostlyModule]
  let window: MetricsReport.Window?
  let since: Int?
  let now: Int
  let warnings: [Warning]

  var total: SavedTime { runs.map(SavedTime.init).reduce(SavedTime(), +) }
  /// The number of runs without a count of unselected modules.
  var uncounted: Int { runs.count { $0.run.facts.unselected == nil } }
}

/// The seconds that tests took, and the seconds that each kind of reuse saved.
struct SavedTime: Sendable, Hashable {
  /// The seconds of test modules that ran.
  var ran = 0.0
  var selection = 0.0
  var local = 0.0
  var remote = 0.0
  /// The number of test modules that ran. `reusedModules` counts those that had a recorded result.
  var runModules = 0
  var reusedModules = 0

  init() {}

  init(_ run: RunSavings) {
    ran = run.ranSeconds
    selection = run.run.facts.unselected?.seconds ?? 0
    for reuse in run.reuse {
      if reuse.source == .remote { remote += reuse.seconds } else { local += reuse.seconds }
    }
    runModules = run.run.ran
    reusedModules = run.run.cached
  }

  var saved: Double { selection + local + remote }

  /// The share of selected test modules that did not have to run; nil where none was selected.
  var hitRate: Double? {
    let all = runModules + reusedModules
    return all > 0 ? Double(reusedModules) / Double(all) : nil
  }

  static func + (left: SavedTime, right: SavedTime) -> SavedTime {
    var sum = left
    sum.ran += right.ran
    sum.selection += right.selection
    sum.local += right.local
    sum.remote += right.remote
    sum.runModules += right.runModules
    sum.reusedModules += right.reusedModules
    return sum
  }
}
