import Base
package import Runner

/// The facts about a run that are known before it starts.
package struct RunOutline: Sendable, Equatable {
  var action: RunPlan.Action
  /// The number of packages to build.
  var packages: Int
  /// The test modules that will run.
  var tests: Set<ModuleID>
  /// The number of test modules that run at a time.
  var jobs: Int
  /// The seconds that tests took before. Tests that never ran are missing.
  let expected: [ModuleID: Double]
  /// The number of task instances. If it is not 0, nothing is built or tested.
  var tasks = 0

  /// Larger values are damaged, and are ignored.
  private static let sane = 0...1e7

  /// `expected` may hold other modules too.
  init(
    action: RunPlan.Action, packages: Int, tests: Set<ModuleID>, jobs: Int = 1,
    expected: [ModuleID: Double] = [:]
  ) {
    self.action = action
    self.packages = packages
    self.tests = tests
    self.jobs = jobs
    self.expected = expected.filter { tests.contains($0.key) && Self.sane.contains($0.value) }
  }

  package init(tasks: Int, jobs: Int) {
    self.init(action: .build, packages: 0, tests: [], jobs: jobs)
    self.tasks = tasks
  }

  package init(_ plan: RunPlan) {
    self.init(
      action: plan.action, packages: plan.packages.count,
      tests: plan.action == .test ? Set(plan.packages.flatMap(\.tests)) : [], jobs: plan.settings.jobs,
      expected: plan.expectedSeconds)
  }
}
