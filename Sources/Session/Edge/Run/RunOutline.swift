import Base
package import Runner

/// What is known of a run before it starts.
package struct RunOutline: Sendable, Equatable {
  var action: RunPlan.Action
  /// How many packages will be built.
  var packages: Int
  /// The test modules that will run.
  var tests: Set<ModuleID>
  /// How many of them run at a time.
  var jobs: Int
  /// How long they took before; those that never ran are missing.
  let expected: [ModuleID: Double]
  /// How many instances of tasks are looked at; nothing is built or tested then.
  var tasks = 0

  /// What a year of tests would take is no time to count with.
  private static let sane = 0...1e7

  /// `expected` may tell of other modules too.
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
