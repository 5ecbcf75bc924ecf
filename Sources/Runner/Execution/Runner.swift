package import Processes
import Support
import Workspace

/// Executes a plan: builds group by group, then runs what was built.
package struct Runner: Sendable {
  /// The path of the `swift` to use.
  package let swift: String
  package let environment: RunEnvironment
  package let supervisor: ProcessSupervisor

  package init(swift: String, environment: RunEnvironment, supervisor: ProcessSupervisor = .shared) {
    self.swift = swift
    self.environment = environment
    self.supervisor = supervisor
  }

  /// Runs all of `plan`. Failures are part of the report; an error means that there is no verdict.
  package func run(_ plan: RunPlan, observer: any RunObserver) throws(RunError) -> RunReport {
    var report = RunReport(excused: plan)
    guard !plan.groups.isEmpty else { return report }
    guard Executables.isExecutable(swift) else {
      throw RunError(code: "missing-toolchain", "no executable at \"\(swift)\"")
    }
    try ScratchRoot.prepare(plan.scratchRoot)
    let halt = Halt(failFast: plan.settings.failFast, supervisor: supervisor)
    let commands = SwiftCommands(swift: swift, settings: plan.settings, environment: environment)
    // Kept to the end: they hold the locks on what the tests are run from.
    var builders: [GroupBuilder] = []
    var built: [BuiltPackage] = []
    for group in plan.groups {
      var builder = GroupBuilder(
        group, of: plan, commands: commands, supervisor: supervisor, halt: halt, observer: observer)
      built += try builder.build()
      report.build.add(builder.totals)
      report.warnings += builder.warnings
      builders.append(builder)
    }
    report.packages = (report.packages + built.map(\.report)).sorted { $0.folder < $1.folder }
    if plan.action == .test {
      let tests = TestPhase(
        plan: plan, commands: commands, supervisor: supervisor, halt: halt, observer: observer)
      report.modules = (report.modules + (try tests.run(built))).sorted { $0.id < $1.id }
    }
    withExtendedLifetime(builders) {}
    report.judge(isStopped: supervisor.isStopped)
    return report
  }
}

/// Tells whether anything new may still be started.
struct Halt: Sendable {
  private let failFast: Bool
  private let supervisor: ProcessSupervisor
  private let hasFailed = Guarded(false)

  init(failFast: Bool, supervisor: ProcessSupervisor) {
    self.failFast = failFast
    self.supervisor = supervisor
  }

  func noteFailure() {
    hasFailed.with { $0 = true }
  }

  var isOn: Bool { supervisor.isStopped || (failFast && hasFailed.with { $0 }) }
}

extension RunReport {
  /// What can be said before anything is run.
  init(excused plan: RunPlan) {
    self.init(outcome: .passed, packages: [], modules: [], build: BuildTotals())
    switch plan.action {
    case .test: modules = plan.excused.map { ModuleReport(excused: $0) }
    case .build:
      let reasons = Dictionary(plan.excused.map { ($0.id.package, $0.reason) }) { first, _ in first }
      packages = reasons.sorted { $0.key < $1.key }.map { PackageReport(folder: $0.key, excuse: $0.value) }
    }
  }

  mutating func judge(isStopped: Bool) {
    let isGood = packages.allSatisfy(\.isSuccess) && modules.allSatisfy(\.isSuccess)
    outcome = isStopped ? .stopped : isGood ? .passed : .failed
  }
}

extension ModuleReport {
  init(excused module: ExcusedModule) {
    self.init(id: module.id, outcome: .skipped)
    excuse = module.reason
  }
}

extension PackageReport {
  init(folder: RelativePath, excuse: String) {
    self.init(folder: folder, outcome: .skipped)
    self.excuse = excuse
  }
}

extension BuildTotals {
  mutating func add(_ other: BuildTotals) {
    groups += other.groups
    seconds += other.seconds
    invocations += other.invocations
    compiled += other.compiled
    state = state?.joined(with: other.state) ?? other.state
  }
}
