import Files
import Processes
import Support
import Workspace

/// A package after its build.
struct BuiltPackage: Sendable {
  /// With the scratch folder that it was built in last.
  var package: PackageRun
  var report: PackageReport
  /// Its test product may be there although something else of the package does not compile.
  var canTest: Bool
  /// What keeps its tests from being built.
  var culprits: [BuildDiagnostic] = []

  static func skipped(_ package: PackageRun) -> BuiltPackage {
    BuiltPackage(
      package: package, report: PackageReport(folder: package.folder, outcome: .skipped), canTest: false)
  }
}

/// Builds a group: together first, then one by one what that left open.
struct GroupBuilder {
  let group: BuildGroup
  let action: RunPlan.Action
  let commands: SwiftCommands
  let supervisor: ProcessSupervisor
  let halt: Halt
  let observer: any RunObserver
  let owners: ErrorOwners
  let sourceFolders: [ModuleID: String]
  /// The packages of the whole plan: what is wrong with one of them is said there, and only there.
  let planned: Set<RelativePath>

  /// Held, with this value, until all tests are over.
  var locks: [ScratchLock] = []
  var totals = BuildTotals()
  /// Every error so far.
  var errors: [BuildDiagnostic] = []
  private var settled: [RelativePath: BuiltPackage] = [:]

  init(
    _ group: BuildGroup, of plan: RunPlan, commands: SwiftCommands, supervisor: ProcessSupervisor, halt: Halt,
    observer: any RunObserver
  ) {
    self.group = group
    action = plan.action
    self.commands = commands
    self.supervisor = supervisor
    self.halt = halt
    self.observer = observer
    owners = ErrorOwners(plan.sourceFolders)
    sourceFolders = plan.sourceFolders
    planned = Set(plan.groups.flatMap(\.packages).map(\.folder))
  }

  /// One result for each package, in the group's order.
  mutating func build() throws(RunError) -> [BuiltPackage] {
    do {
      if !halt.isOn { try buildAll() }
    } catch  where error.isStop {
      // Torn down: what had not come to its end counts as not run.
    }
    return group.packages.map { settled[$0.folder] ?? .skipped($0) }
  }

  private mutating func buildAll() throws(RunError) {
    try lock(group.scratchFolder)
    try prepare()
    for package in group.packages { observer.handle(.packageStarted(package.folder)) }
    let outcome = try buildFirst()
    errors += outcome.errors
    // First those that are to blame: with `--fail-fast` nothing is tried any more after them.
    for package in group.packages.filter(isBroken) + group.packages.filter({ !isBroken($0) }) {
      guard !halt.isOn else { return }
      try settle(package, together: outcome)
    }
  }

  private mutating func prepare() throws(RunError) {
    totals.state = LocalFiles.exists(group.scratchFolder) ? .warm : .fresh
    let made = LocalFiles.makeFolders(group.scratchFolder, mode: 0o755)
    guard made else { throw .unwritable(group.scratchFolder) }
    try FormerTargets.sweep(scratch: group.scratchFolder, kept: group.keptTargets)
    if isTogether { try MultirootFile.write(group) }
  }

  private var isTogether: Bool { group.packages.count > 1 }

  private mutating func settle(_ package: PackageRun, together: BuildRun.Outcome) throws(RunError) {
    var built = try verdict(on: package, together: together)
    if !isTogether {
      built.report.seconds += together.seconds
      built.report.invocations += together.invocations
    }
    if built.report.outcome == .buildFailed { halt.noteFailure() }
    settled[package.folder] = built
    observer.handle(.packageBuilt(built.report))
  }

  mutating func lock(_ scratch: String) throws(RunError) {
    let observer = observer
    locks.append(
      try ScratchLock.take(
        scratch: scratch, temporary: commands.environment.swiftPM["TMPDIR"] ?? "/tmp",
        patience: commands.settings.lockPatience, supervisor: supervisor,
        onWait: { observer.handle(.waiting($0)) }))
  }

  /// By the remembered plan where that holds; but what fails by it proves nothing.
  private mutating func buildFirst() throws(RunError) -> BuildRun.Outcome {
    let fingerprint = fingerprint
    if PlanMemory.isCurrent(group, fingerprint) {
      var quick = commands
      quick.trustsPlan = true
      let outcome = try invoke(quick.build(group, action))
      if outcome.isSuccess { return outcome }
    }
    PlanMemory.forget(group)
    let outcome = try invoke(commands.build(group, action))
    if outcome.isSuccess { PlanMemory.remember(group, fingerprint) }
    return outcome
  }

  /// All that a plan hangs on and SwiftPM does not watch.
  private var fingerprint: String {
    let words = commands.build(group, action).flatMap(\.shellLine.utf8)
    let roots = group.packages.map(\.absoluteFolder)
    let modules = Set(group.packages.flatMap(\.closure)).sorted().map { module in
      let hasSources = sourceFolders[module].map { SourceFiles.exist(below: $0) } ?? true
      return "\(module) \(hasSources)"
    }
    return ([String(decoding: words, as: UTF8.self)] + roots + modules).joined(separator: "\n")
  }

  /// The first build, of all packages.
  private mutating func invoke(_ builds: [Command]) throws(RunError) -> BuildRun.Outcome {
    let name = group.name
    let observer = observer
    let single = isTogether ? nil : group.packages.first?.folder
    let outcome = try count(builds) { stream, bytes in
      if let single { return observer.handle(.buildOutput(single, stream, bytes)) }
      observer.handle(.groupOutput(name, stream, bytes))
    }
    totals.groups = 1
    if isTogether { observer.handle(.groupBuilt(name, isSuccess: outcome.isSuccess)) }
    return outcome
  }

  mutating func count(
    _ builds: [Command], _ onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(RunError) -> BuildRun.Outcome {
    var outcome = try BuildRun(supervisor: supervisor).run(builds, onOutput: onOutput)
    outcome.errors = owners.attributed(outcome.errors)
    totals.seconds += outcome.seconds
    totals.invocations += outcome.invocations
    totals.compiled += outcome.compiled
    return outcome
  }
}
