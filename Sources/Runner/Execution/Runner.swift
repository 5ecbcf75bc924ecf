package import Processes
import Support
import Workspace

/// Executes a plan: builds its groups, then runs what was built.
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
    let builds = try build(plan, commands: commands, halt: halt, observer: observer)
    for build in builds {
      report.build.add(build.builder.totals)
      report.warnings += build.builder.warnings
    }
    let built = builds.flatMap(\.packages)
    report.packages = (report.packages + built.map(\.report)).sorted { $0.folder < $1.folder }
    if plan.action == .test {
      let tests = TestPhase(
        plan: plan, commands: commands, supervisor: supervisor, halt: halt, observer: observer)
      report.modules = (report.modules + (try tests.run(built))).sorted { $0.id < $1.id }
    }
    // They hold the locks on what the tests are run from.
    withExtendedLifetime(builds) {}
    report.judge(isStopped: supervisor.isStopped)
    return report
  }
}

// MARK: Building

extension Runner {
  /// How many groups are built at a time: while SwiftPM plans one of them, which no second core can help with, the
  /// other has something to compile. More would only want more memory, since SwiftPM gives each build all cores.
  private static let buildsAtATime = 2

  private struct GroupBuild: Sendable {
    let builder: GroupBuilder
    let packages: [BuiltPackage]
  }

  private func build(
    _ plan: RunPlan, commands: SwiftCommands, halt: Halt, observer: any RunObserver
  ) throws(RunError) -> [GroupBuild] {
    var builders = plan.groups.map { group in
      GroupBuilder(
        group, of: plan, commands: commands, supervisor: supervisor, halt: halt, observer: observer)
    }
    // Before anything is built, and always in this order: of two runs each could hold what the other waits for.
    for index in builders.indices { try builders[index].claim() }
    let jobs = min(plan.settings.jobs, Self.buildsAtATime)
    return try concurrentMap(builders, jobs: jobs) { builder throws(RunError) in
      var builder = builder
      do throws(RunError) {
        let packages = try builder.build()
        return GroupBuild(builder: builder, packages: packages)
      } catch {
        halt.abandon()
        throw error
      }
    }
  }
}

/// Tells whether anything new may still be started.
struct Halt: Sendable {
  private let failFast: Bool
  private let supervisor: ProcessSupervisor
  private let hasFailed = Guarded(false)
  private let isAbandoned = Guarded(false)

  init(failFast: Bool, supervisor: ProcessSupervisor) {
    self.failFast = failFast
    self.supervisor = supervisor
  }

  func noteFailure() {
    hasFailed.with { $0 = true }
  }

  /// There will be no verdict, so nothing is worth its time any more.
  func abandon() {
    isAbandoned.with { $0 = true }
  }

  var isOn: Bool {
    supervisor.isStopped || isAbandoned.with { $0 } || (failFast && hasFailed.with { $0 })
  }
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
