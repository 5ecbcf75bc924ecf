package import ContentKeys
package import Platform
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
  ///
  /// - `inputs` are what older outputs are held against.
  package func run(
    _ plan: RunPlan, from inputs: BuildInputs = .unknown, observer: any RunObserver
  ) throws(RunError) -> RunReport {
    var report = RunReport(excused: plan)
    guard !plan.groups.isEmpty else { return report }
    guard Executables.isExecutable(swift) else {
      throw RunError(code: "missing-toolchain", "no executable at \"\(swift)\"")
    }
    try ScratchRoot.prepare(plan.scratchRoot)
    let halt = Halt(failFast: plan.settings.failFast, supervisor: supervisor)
    let commands = SwiftCommands(swift: swift, settings: plan.settings, environment: environment)
    let locks = try claim(plan.groups, ScratchLocks(commands, supervisor, observer), halt)
    let builders = plan.groups.map { group in
      GroupBuilder(
        group, of: plan, from: inputs, commands: commands, supervisor: supervisor, halt: halt,
        observer: observer)
    }
    let start = ContinuousClock.now
    let builds = try build(builders, atATime: plan.settings.buildsAtATime, halt)
    report.build.seconds = (.now - start).inSeconds
    for build in builds {
      report.build.add(build.totals)
      report.warnings += build.warnings
      report.testimony.add(build.testimony)
    }
    let built = builds.flatMap(\.packages)
    report.packages = (report.packages + built.map(\.report)).sorted { $0.folder < $1.folder }
    if plan.action == .test {
      let tests = TestPhase(
        plan: plan, commands: commands, supervisor: supervisor, halt: halt, observer: observer)
      report.modules = (report.modules + (try tests.run(built))).sorted { $0.id < $1.id }
    }
    // Tests are run from what they are on.
    withExtendedLifetime(locks) {}
    report.judge(isStopped: supervisor.isStopped)
    return report
  }
}

// MARK: Building

extension Runner {
  private struct GroupBuild: Sendable {
    let packages: [BuiltPackage]
    let totals: BuildTotals
    let warnings: [Warning]
    let testimony: Testimony
  }

  /// Before anything is built, and always in this order: of two runs each could hold what the other waits for.
  private func claim(
    _ groups: [BuildGroup], _ locks: ScratchLocks, _ halt: Halt
  ) throws(RunError) -> [ScratchLock] {
    var held: [ScratchLock] = []
    do {
      for group in groups where !halt.isOn { held.append(try locks.take(group.scratchFolder)) }
    } catch  where error.isStop {
      // Nothing will be built either.
    }
    return held
  }

  private func build(
    _ builders: [GroupBuilder], atATime jobs: Int, _ halt: Halt
  ) throws(RunError) -> [GroupBuild] {
    try concurrentMap(builders, jobs: jobs) { builder throws(RunError) in
      var builder = builder
      do throws(RunError) {
        let packages = try builder.build()
        return GroupBuild(
          packages: packages, totals: builder.totals, warnings: builder.warnings,
          testimony: builder.testimony)
      } catch {
        halt.abandon()
        throw error
      }
    }
  }
}

extension ScratchLocks {
  /// For a run that tells `observer` what it waits for.
  init(_ commands: SwiftCommands, _ supervisor: ProcessSupervisor, _ observer: any RunObserver) {
    self.init(
      temporary: commands.environment.swiftPM["TMPDIR"], patience: commands.settings.lockPatience,
      supervisor: supervisor, onWait: { observer.handle(.waiting($0)) })
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
    packages += plan.excusedPackages.sorted { $0.key < $1.key }.map { PackageReport(folder: $0, excuse: $1) }
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
  /// All but the seconds: two groups take theirs at the same time.
  mutating func add(_ other: BuildTotals) {
    groups += other.groups
    invocations += other.invocations
    compiled += other.compiled
    state = state?.joined(with: other.state) ?? other.state
  }
}
