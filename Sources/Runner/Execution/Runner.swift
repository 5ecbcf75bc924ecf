package import Base
package import Graph

/// Executes a plan: builds its groups, then runs what was built.
package struct Runner: Sendable {
  package let supervisor: ProcessSupervisor

  package init(supervisor: ProcessSupervisor = .shared) {
    self.supervisor = supervisor
  }

  /// Runs all of `plan`. Failures are part of the report. An error means that there is no verdict.
  package func run(
    _ plan: RunPlan, on context: RunContext, observer: any RunObserver
  ) throws(Failure) -> RunReport {
    var report = RunReport(excused: plan)
    for package in report.packages where package.outcome == .noVerdict {
      observer.handle(.packageBuilt(package))
    }
    guard !plan.groups.isEmpty else {
      report.judge(isStopped: supervisor.isStopped)
      return report
    }
    guard Executables.isExecutable(plan.swift.swift) else {
      throw Failure(
        code: "missing-toolchain",
        message: "no executable at \"\(plan.swift.swift)\"; install Swift, or put it on PATH")
    }
    let control = RunControl(
      supervisor: supervisor, halt: Halt(failFast: plan.settings.failFast, supervisor: supervisor),
      observer: observer, confirmed: ConfirmedErrors())
    let start = ContinuousClock.now
    let builds = try build(plan, on: context, control)
    report.build.seconds = (.now - start).inSeconds
    for build in builds {
      report.build.add(build.totals)
      report.warnings += build.warnings
      report.compilerReads.add(build.compilerReads)
      report.toolReads += build.toolReads
    }
    let built = builds.flatMap(\.packages)
    report.packages = (report.packages + built.map(\.report)).sorted { $0.folder < $1.folder }
    if plan.action == .test {
      context.buildEnded()
      let tests = TestPhase(plan: plan, gate: context.gate, workers: context.workers, control: control)
      report.modules = (report.modules + (try tests.run(built))).sorted { $0.id < $1.id }
    }
    report.judge(isStopped: supervisor.isStopped)
    return report
  }

  private func build(
    _ plan: RunPlan, on context: RunContext, _ control: RunControl
  ) throws(Failure) -> [GroupBuild] {
    let jobs = GroupJob.all(of: plan, on: context, control)
    return try concurrentMap(jobs, jobs: plan.settings.buildsAtATime) { job throws(Failure) in
      var builder = GroupBuilder(job)
      do throws(Failure) {
        return try builder.build()
      } catch {
        control.halt.abandon()
        throw error
      }
    }
  }
}

extension RunReport {
  /// Makes the part of the report that is known before anything runs.
  package init(excused plan: RunPlan) {
    self.init(outcome: .passed, packages: [], modules: [], build: BuildTotals())
    switch plan.action {
    case .test: modules = plan.excused.map { ModuleReport(excused: $0) }
    case .build:
      let reasons = Dictionary(plan.excused.map { ($0.id.package, $0.reason) }) { first, _ in first }
      packages = reasons.sorted { $0.key < $1.key }.map { PackageReport(folder: $0.key, excuse: $0.value) }
    }
    packages += plan.excusedPackages.sorted { $0.key < $1.key }.map { PackageReport(folder: $0, excuse: $1) }
    packages += plan.unjudged.map { PackageReport(folder: $0.folder, withoutVerdict: $0.reason) }
    guard plan.action == .test else { return }
    for package in plan.unjudged {
      modules += package.tests.map { ModuleReport(id: $0, withoutVerdict: package.reason) }
    }
  }

  /// Decides the outcome. A failure counts more than a missing verdict.
  mutating func judge(isStopped: Bool) {
    let isOpen =
      packages.contains { $0.outcome == .noVerdict } || modules.contains { $0.outcome == .noVerdict }
    let isGood =
      packages.allSatisfy { $0.isSuccess || $0.outcome == .noVerdict }
      && modules.allSatisfy { $0.isSuccess || $0.outcome == .noVerdict }
    outcome = isStopped ? .stopped : !isGood ? .failed : isOpen ? .incomplete : .passed
  }
}

extension BuildTotals {
  /// Adds everything but the seconds, since two groups are built at the same time.
  fileprivate mutating func add(_ other: BuildTotals) {
    groups += other.groups
    invocations += other.invocations
    compiled += other.compiled
    compileSeconds.merge(other.compileSeconds) { max($0, $1) }
    state = state?.joined(with: other.state) ?? other.state
  }
}

extension ModuleReport {
  fileprivate init(excused module: ExcusedModule) {
    self.init(id: module.id, outcome: .skipped)
    excuse = module.reason
  }
}

extension PackageReport {
  fileprivate init(folder: RelativePath, excuse: String) {
    self.init(folder: folder, outcome: .skipped)
    self.excuse = excuse
  }
}

/// The objects that may stop a run, and the observer of its events.
struct RunControl: Sendable {
  let supervisor: ProcessSupervisor
  let halt: Halt
  let observer: any RunObserver
  let confirmed: ConfirmedErrors
}

/// Tells whether new work may still start.
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

  /// Call this after an error. There will be no verdict, so no more work is useful.
  func abandon() {
    isAbandoned.with { $0 = true }
  }

  var isOn: Bool {
    supervisor.isStopped || isAbandoned.with { $0 } || (failFast && hasFailed.with { $0 })
  }
}

/// The workspace, locks and records with which a plan runs. Its files must exist and must not change.
package struct RunContext: Sendable {
  package let workspace: RunWorkspace
  /// The current inputs, with which older outputs are compared.
  package let inputs: BuildInputs
  /// The moves of folders above the inputs. nil when nobody else may touch them.
  package let moves: FolderMoves?
  /// The sole right to the plan's scratch folders. Tests run from products in them.
  package let claim: ScratchClaim
  /// The names of the groups whose scratch folders were just restored from a saved state.
  package let restored: Set<String>
  /// The compiled modules for new scratch folders. nil without a cache.
  package let interfaces: CompiledInterfaces?
  /// The gate that decides which built tests need not run. nil when no earlier run is known and nobody observes the
  /// tests.
  package let gate: (any ProductGate)?
  /// The machines that run test modules elsewhere. nil when there are none.
  package let workers: (any TestWorkers)?
  /// Called when all is built, before any test runs.
  package let buildEnded: @Sendable () -> Void

  package init(
    _ workspace: RunWorkspace, inputs: BuildInputs = .unknown, moves: FolderMoves? = nil, claim: ScratchClaim,
    restored: Set<String> = [],
    interfaces: CompiledInterfaces? = nil, gate: (any ProductGate)? = nil,
    workers: (any TestWorkers)? = nil, buildEnded: @escaping @Sendable () -> Void = {}
  ) {
    self.workspace = workspace
    self.inputs = inputs
    self.moves = moves
    self.claim = claim
    self.restored = restored
    self.interfaces = interfaces
    self.gate = gate
    self.workers = workers
    self.buildEnded = buildEnded
  }
}

/// An event during a run. A build is named after its group or its only package. Two builds may run at a time.
package enum RunEvent: Sendable, Equatable {
  /// Somebody else uses a resource of this run. The sentence says who and which. The event holds until the next one.
  case waiting(String)
  /// These packages will be built under this name.
  case buildStarted(String, [RelativePath])
  /// A piece of a build's output. The pieces of one build come in order.
  case buildOutput(String, ProcessStream, [UInt8])
  /// This build sends no more events.
  case buildEnded(String)
  /// These errors came up in a folder with older outputs. The module is compiled again in an empty folder. That shows
  /// if the sources or the older outputs are wrong.
  case confirming(ModuleID, [BuildDiagnostic])
  /// The older outputs were to blame. All results of this group so far are void.
  case startedOver(String)
  case packageBuilt(PackageReport)
  case moduleStarted(ModuleID, attempt: Int)
  case testOutput(ModuleID, ProcessStream, [UInt8])
  case moduleFinished(ModuleReport)
  case taskStarted(TaskID)
  case taskOutput(TaskID, ProcessStream, [UInt8])
  case taskFinished(TaskReport)

  /// Returns the name of a build of one package alone.
  package static func buildName(ofOnly folder: RelativePath) -> String { "//\(folder)" }
}

/// Receives the events of a run: `RunDisplay` in Session. Several packages may run at a time, so calls come from several threads.
package protocol RunObserver: Sendable {
  func handle(_ event: RunEvent)
}

/// For runs of which only the report counts.
package struct NoObserver: RunObserver {
  package init() {}

  package func handle(_ event: RunEvent) {}
}

/// The reasons for having no verdict. A build or a test that fails is a result, not a failure.
extension Failure {
  /// Returns the failure with the code of a missing toolchain, if there is no program to run.
  var inRun: Failure {
    let isMissing = [Process.executableNotFound, .notExecutable].contains { $0.rawValue == code }
    return isMissing ? Failure(code: "missing-toolchain", message: message) : self
  }

  static func plantedLink(_ path: String) -> Failure {
    Failure(
      code: "planted-link", message: "Ambit does not write through the symbolic link \"\(path)\": remove it")
  }

  /// A scratch folder that takes no writes. `reason` comes from the command's output.
  static func scratchUnwritable(_ command: Command, because reason: String) -> Failure {
    let scratch = command.arguments.drop { $0 != "--scratch-path" }.dropFirst().first
    let place = scratch.map { " in \"\($0)\"" } ?? ""
    return Failure(
      code: "scratch-unwritable",
      message:
        "the build output cannot be written\(place): \(reason); free some space or repair the disk, and run again"
    )
  }

  /// `missing` names the outputs that are not there. nil means that the plan cannot be read.
  static func unbuilt(_ package: PackageRun, missing: [String]?) -> Failure {
    let rest =
      missing.map { "\($0.joined(separator: ", ")) cannot be found in \"\(package.scratchFolder)\"" }
      ?? "its plan cannot be read in \"\(package.scratchFolder)\""
    return Failure(
      code: "not-built",
      message: "SwiftPM built \"//\(package.folder)\" without an error, but \(rest); "
        + "update Ambit if the toolchain is newer, else report this")
  }

  /// Call this right after the failed call, unless you have its error.
  package static func scratchUnwritable(_ path: String, _ error: DiskError = .last) -> Failure {
    Failure(
      code: "scratch-unwritable",
      message: "cannot write \"\(path)\": \(error.words); make it writable, or free some space")
  }
}
