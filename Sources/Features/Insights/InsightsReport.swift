package import Base
package import Runner

/// The result of `ambit insights`, from past runs.
package struct InsightsReport: Sendable {
  /// A module with the cost of its changes: how often it changed, and how long all affected tests and builds take.
  package struct CostlyModule: Sendable, Hashable {
    package let id: ModuleID
    package let changes: Int
    /// The number of other modules that a change reaches. `tests` counts the test modules among them and the module
    /// itself.
    package let reached: Int
    package let tests: Int
    /// The cost of one change.
    package let cost: Cost

    package init(id: ModuleID, changes: Int, reached: Int, tests: Int, cost: Cost) {
      self.id = id
      self.changes = changes
      self.reached = reached
      self.tests = tests
      self.cost = cost
    }

    package var total: Double { Double(changes) * cost.all }
  }

  /// The runs, oldest first.
  package let runs: [RunSavings]
  package let modules: [ModuleDuration]
  package let cases: [CaseDuration]
  package let flaky: [FlakyModule]
  package let costly: [CostlyModule]
  package let window: MetricsReport.Window?
  package let since: Int?
  package let now: Int
  package let warnings: [Warning]

  package init(
    runs: [RunSavings], modules: [ModuleDuration], cases: [CaseDuration], flaky: [FlakyModule],
    costly: [CostlyModule], window: MetricsReport.Window?, since: Int?, now: Int, warnings: [Warning]
  ) {
    self.runs = runs
    self.modules = modules
    self.cases = cases
    self.flaky = flaky
    self.costly = costly
    self.window = window
    self.since = since
    self.now = now
    self.warnings = warnings
  }

  package var total: SavedTime { runs.map(SavedTime.init).reduce(SavedTime(), +) }
  /// The number of runs without a count of unselected modules.
  package var uncounted: Int { runs.count { $0.run.facts.unselected == nil } }
}

/// The seconds that tests took, and the seconds that each kind of reuse saved.
package struct SavedTime: Sendable, Hashable {
  /// The seconds of test modules that ran.
  package var ran = 0.0
  package var selection = 0.0
  package var local = 0.0
  package var remote = 0.0
  /// The number of test modules that ran. `reusedModules` counts those that had a recorded result.
  package var runModules = 0
  package var reusedModules = 0

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

  package var saved: Double { selection + local + remote }

  /// The share of selected test modules that did not have to run; nil where none was selected.
  package var hitRate: Double? {
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
