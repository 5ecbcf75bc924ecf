import Base
import Graph

/// Builds a group: first together, then one by one the packages without a verdict.
struct GroupBuilder {
  let job: GroupJob
  private var scratch: GroupScratch
  var findings = Findings()
  private var totals = BuildTotals()
  private var warnings: [Warning] = []
  /// The proofs after the last invocation, by scratch folder.
  private var proofs: [String: any BuildProof] = [:]
  private var toolReads: [ToolReads] = []
  /// The reads of compilers up to the last invocation, by scratch folder.
  private var folderReads: [String: FolderReads] = [:]
  /// The modules in the group's folder after the last invocation; nil until somebody asks.
  var foreignModules: ForeignModules?
  /// The errors among older outputs, after which the group is built again from nothing.
  private var doubted: [BuildDiagnostic] = []
  /// The reason for which the last error could not be confirmed. nil when it was confirmed, or is not the sources'.
  var unconfirmed: Failure?

  init(_ job: GroupJob) {
    self.job = job
    scratch = GroupScratch(job)
  }

  private var group: BuildGroup { job.group }
  private var isHalted: Bool { job.control.halt.isOn }

  mutating func build() throws(Failure) -> GroupBuild {
    var compilerReads = CompilerReads()
    do {
      if !isHalted {
        try attemptAll()
        let folders = findings.settled.values.map(\.package.scratchFolder)
        compilerReads = self.compilerReads()
        compilerReads.add(
          scratch.compilerReads(
            in: Set(folders).subtracting([group.scratchFolder]).map { folderReads(in: $0) }))
        try scratch.settle(findings.settled.values, compilerReads)
      }
    } catch  where error.isStop {
      // The run was stopped. Unfinished packages count as not run.
    }
    findings.say(job.tell)
    return GroupBuild(
      packages: group.packages.map { findings.settled[$0.folder] ?? .skipped($0) }, totals: totals,
      warnings: warnings, compilerReads: compilerReads, toolReads: ToolFeeds.joined(toolReads))
  }
}

// MARK: Attempts

extension GroupBuilder {
  private mutating func attemptAll() throws(Failure) {
    let content = try scratch.prepare()
    totals.state = job.isRestored ? .restored : content.isNothing ? .fresh : .warm
    totals.groups = 1
    settleStanding()
    var next = scratch.attempt(on: content)
    if next != nil { job.tell(.buildStarted(group.name, scratch.rest.map(\.folder))) }
    // A failure in another group may have halted the run meanwhile.
    while let attempt = next, !isHalted {
      switch try carryOut(attempt) {
      case .verdicts:
        if attempt.isFromNothing { dropStaleWarning() }
        next = nil
      case .distrusted: next = try another(after: attempt)
      }
    }
  }

  private mutating func settleStanding() {
    for package in scratch.built { findings.settle(package) }
    findings.say(job.tell)
  }

  /// Drops the warning about older outputs when all errors came again without them.
  private mutating func dropStaleWarning() {
    guard !doubted.isEmpty, doubted.allSatisfy(findings.errors.contains) else { return }
    warnings.removeAll { $0.code == Self.staleScratch }
  }

  private mutating func another(after attempt: Attempt) throws(Failure) -> Attempt? {
    doubted = findings.errors
    findings.forget()
    guard !isHalted else { return nil }
    switch attempt {
    case .rememberedPlan:
      try scratch.forgetPlan()
      settleStanding()
      return .newPlan
    case .newPlan: return .fromNothing(try startOver())
    // No older outputs can have caused the failure.
    case .fromNothing: return nil
    }
  }

  private static let staleScratch = "stale-scratch"

  private mutating func startOver() throws(Failure) -> EmptyScratch {
    job.tell(.startedOver(group.name))
    warnings.append(
      Warning(
        code: Self.staleScratch,
        message: "the build output in \"\(group.scratchFolder)\" was stale or damaged; "
          + "Ambit rebuilt it from scratch"))
    return try scratch.startOver()
  }

  private mutating func carryOut(_ attempt: Attempt) throws(Failure) -> Attempt.Result {
    let start = FileTime.nowOnDisk
    switch attempt {
    case .rememberedPlan:
      let outcome = try buildGroup(job.commands.byRememberedPlan(job.builds))
      if !outcome.isSuccess { try scratch.forgetPlan() }
      keepInterfaces(outcome, of: attempt, since: start)
      // Without an error in a module, the plan itself may be the cause.
      let isBlamed = outcome.errors.contains { $0.module != nil }
      return outcome.isSuccess || isBlamed || outcome.noVerdict != nil
        ? try settle(outcome, in: attempt) : .distrusted
    case .newPlan, .fromNothing:
      guard job.isTogether || !job.isShared else { return try buildInTurn(attempt) }
      let outcome = try buildGroup(job.builds)
      if outcome.isSuccess {
        scratch.rememberPlan()
        if attempt.isFromNothing { scratch.keepInterfaces() }
      }
      keepInterfaces(outcome, of: attempt, since: start)
      return try settle(outcome, in: attempt)
    }
  }

  private func keepInterfaces(_ outcome: BuildRun.Outcome, of attempt: Attempt, since start: FileTime) {
    guard outcome.isSuccess else { return }
    InterfaceRecord.keep(of: job, group.packages, isFromNothing: attempt.isFromNothing, since: start)
  }

  private mutating func settle(
    _ outcome: BuildRun.Outcome, in attempt: Attempt
  ) throws(Failure) -> Attempt.Result {
    findings.add(outcome.errors)
    // Packages with errors come first, since `--fail-fast` halts the run after them.
    let isBroken = { [findings] package in !findings.culprits(of: package).isEmpty }
    for package in group.packages.filter(isBroken) + group.packages.filter({ !isBroken($0) }) {
      guard !isHalted else { break }
      guard try settle(package, outcome, in: attempt) else { return .distrusted }
      if outcome.isSuccess || attempt.isFromNothing { findings.say(job.tell) }
    }
    findings.say(job.tell)
    return .verdicts
  }

  /// Returns true when there is a verdict on the package.
  private mutating func settle(
    _ package: PackageRun, _ outcome: BuildRun.Outcome, in attempt: Attempt
  ) throws(Failure) -> Bool {
    guard case .verdict(var built) = try judgement(of: package, after: outcome, in: attempt) else {
      return false
    }
    if !job.isTogether { built.report.add(outcome) }
    if built.report.outcome == .buildFailed { job.control.halt.noteFailure() }
    findings.settle(built)
    return true
  }

  /// Builds every package as the only root, in the shared scratch folder.
  private mutating func buildInTurn(_ attempt: Attempt) throws(Failure) -> Attempt.Result {
    let rest = Set(scratch.rest.map(\.folder))
    for package in group.inTurn where rest.contains(package.folder) {
      guard !isHalted else { break }
      // A package need not be tried when one of its dependencies does not compile.
      let isHopeless = !findings.culprits(of: package).isEmpty
      let outcome =
        isHopeless
        ? BuildRun.Outcome(isSuccess: false)
        : tidied(try build(package, job.commands.build(package, job.action)))
      findings.add(outcome.errors)
      guard try settle(package, outcome, in: attempt) else { return .distrusted }
      if outcome.isSuccess || attempt.isFromNothing { findings.say(job.tell) }
    }
    findings.say(job.tell)
    if attempt.isFromNothing { scratch.keepInterfaces() }
    return .verdicts
  }
}

// MARK: Invocations

extension GroupBuilder {
  /// Runs the planned builds of the group.
  private mutating func buildGroup(_ builds: [Command]) throws(Failure) -> BuildRun.Outcome {
    guard job.isTogether else {
      guard let only = group.packages.first else { return BuildRun.Outcome() }
      return tidied(try build(only, builds))
    }
    let (job, name) = (job, group.name)
    let outcome = try run(builds, in: group.scratchFolder) { job.tell(.buildOutput(name, $0, $1)) }
    job.tell(.buildEnded(name))
    return tidied(outcome)
  }

  private mutating func tidied(_ outcome: BuildRun.Outcome) -> BuildRun.Outcome {
    job.engine.tidy(group.scratchFolder, job.configuration)
    return outcome
  }

  mutating func build(_ package: PackageRun, _ builds: [Command]) throws(Failure) -> BuildRun.Outcome {
    let job = job
    return try run(builds, in: package.scratchFolder) {
      job.tell(.buildOutput(RunEvent.buildName(ofOnly: package.folder), $0, $1))
    }
  }

  private mutating func run(
    _ builds: [Command], in scratch: String, _ onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> BuildRun.Outcome {
    (proofs, foreignModules) = ([:], nil)
    folderReads[scratch] = nil
    var outcome = try BuildRun(job).run(builds, in: scratch, onOutput: onOutput)
    if job.engine.mends(scratch, after: outcome) {
      outcome.add(try BuildRun(job).run(builds, in: scratch, onOutput: onOutput))
    }
    var recalled: Set<String> = []
    while outcome.isSuccess, recallCompilers(in: scratch, but: &recalled) {
      let repeated = self.scratch.repeated(builds)
      outcome.add(try BuildRun(job).run(repeated, in: scratch, onOutput: onOutput))
      folderReads[scratch] = nil
    }
    let feeds = ToolFeeds(job, scratch: scratch)
    toolReads += outcome.seen.flatMap(feeds.reads)
    outcome.errors = job.owners.attributed(outcome.errors)
    totals.invocations += outcome.invocations
    totals.compiled += outcome.compiled
    note(outcome.compileSeconds)
    return outcome
  }

  /// Notes compile times, except of builds with coverage or sanitizers, which take longer.
  private mutating func note(_ seconds: [String: Double]) {
    let build = job.commands.settings.build
    guard !seconds.isEmpty, !build.measuresCoverage, build.sanitizers.isEmpty else { return }
    let modules = group.packages.reduce(into: Set<ModuleID>()) { all, package in
      all.formUnion(package.closure)
      all.formUnion(package.modules.map(\.id))
      all.formUnion(package.tests)
    }
    for (name, same) in Dictionary(grouping: modules, by: { ModuleNames.compiled($0.name) }) {
      // With two modules of one name it is unknown which one was compiled.
      if same.count == 1, let seconds = seconds[name] { totals.compileSeconds[same[0]] = seconds }
    }
  }

  /// Makes the next build call the compilers that SwiftPM should have called. Returns true when there are any. Each
  /// module has its turn once, since times may lie in the future.
  private mutating func recallCompilers(in scratch: String, but recalled: inout Set<String>) -> Bool {
    let files = folderReads(in: scratch).recallingFiles(job.engine).subtracting(recalled)
    guard !files.isEmpty else { return false }
    recalled.formUnion(files)
    for file in files { LocalFiles.remove(file) }
    // Drivers would take a module of this second for an older one.
    FileTime.awaitSecondOnDisk(after: FileTime.nowOnDisk)
    return true
  }

  /// Returns the reads of compilers in the group's folder.
  mutating func compilerReads() -> CompilerReads {
    scratch.compilerReads(in: [folderReads(in: group.scratchFolder)])
  }

  private mutating func folderReads(in scratch: String) -> FolderReads {
    if let known = folderReads[scratch] { return known }
    let reads = ScratchReads(
      scratch: scratch, engine: job.engine, configuration: job.configuration, swift: job.commands.swift
    ).byFolder()
    folderReads[scratch] = reads
    return reads
  }

  /// nil when there is no plan to compare with. The result is kept, since a plan of a hundred packages takes megabytes.
  mutating func proof(of scratch: String) -> (any BuildProof)? {
    if let known = proofs[scratch] { return known }
    let proof = job.engine.proof(of: scratch, job.configuration)
    proofs[scratch] = proof
    return proof
  }
}

extension PackageReport {
  mutating func add(_ outcome: BuildRun.Outcome?) {
    seconds += outcome?.seconds ?? 0
    invocations += outcome?.invocations ?? 0
  }
}

/// A way to build a group, with the condition that allows it. When an attempt's result cannot be trusted, the next
/// attempt follows.
enum Attempt {
  /// Builds over older outputs, without planning.
  case rememberedPlan(CertainPlan)
  /// Builds over older outputs, and plans anew.
  case newPlan
  case fromNothing(EmptyScratch)

  /// The result of an attempt. Packages that it leaves open are built one by one first.
  enum Result {
    case verdicts
    /// The plan or the scratch folder may be the cause of the failure.
    case distrusted
  }

  var isFromNothing: Bool {
    if case .fromNothing = self { true } else { false }
  }
}

/// The result for one package.
enum Judgement {
  case verdict(BuiltPackage)
  case distrusted
}

// MARK: Words

/// The invocations of SwiftPM in one build, and their output.
struct BuildRun {
  private static let keptOutput = 8 << 20

  private let supervisor: ProcessSupervisor
  private let engine: any EngineForm
  /// The `swift` in use when the reads of the build's programs are watched, else nil.
  private let watched: String?
  private let configuration: String

  init(_ job: GroupJob) {
    supervisor = job.control.supervisor
    engine = job.engine
    configuration = job.configuration
    watched = job.isWatched ? job.commands.swift : nil
  }

  struct Outcome {
    var isSuccess = true
    var seconds = 0.0
    var invocations = 0
    var compiled = 0
    /// The errors of the invocation that failed.
    var errors: [BuildDiagnostic] = []
    /// The reason for which the failed invocation is no verdict. nil when it is one.
    var noVerdict: Failure?
    /// Set when SwiftPM itself crashed. Older outputs may be the cause, so only a crash in a build from nothing counts.
    var crash: Failure?
    /// True when the same invocation may succeed the next time.
    var isWorthAnotherTry = false
    /// The files that programs of the build asked for, one value for each invocation.
    var seen: [ObservedFiles] = []
    /// The processor seconds of modules that were compiled as a whole, by compiled module name.
    var compileSeconds: [String: Double] = [:]

    /// Adds the outcome of the same invocation when it was repeated.
    mutating func add(_ next: Outcome) {
      let before = self
      self = next
      seconds += before.seconds
      invocations += before.invocations
      compiled += before.compiled
      seen = before.seen + seen
      compileSeconds.merge(before.compileSeconds) { now, _ in now }
    }
  }

  /// Runs `commands`, which build in `scratch`, until one fails.
  func run(
    _ commands: [Command], in scratch: String, onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(Failure) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = Outcome()
    for command in commands {
      let observer = watched.map { ProcessObserver(ofBuildBy: $0, in: scratch) }
      let began = FileTime.nowOnDisk
      let times = CompileTimes()
      var output = CappedBuffer(limit: Self.keptOutput)
      let status: ProcessStatus
      do throws(Failure) {
        status = try command.stream(supervisor: supervisor, observer: observer, meter: times.meter) {
          stream, bytes in
          output.append(bytes)
          onOutput(stream, bytes)
        }
      } catch {
        throw error.inRun
      }
      let text = String(decoding: output.finish(), as: UTF8.self)
      outcome.invocations += 1
      outcome.compileSeconds.merge(times.finish(engine, in: scratch, configuration)) { $1 }
      if let seen = observer?.finish() { outcome.seen.append(seen) }
      outcome.compiled += engine.compiled(by: text, in: scratch, since: began)
      guard !status.isSuccess else { continue }
      outcome.isSuccess = false
      outcome.errors = BuildDiagnostic.errors(in: text)
      let failure = EnvironmentFailure.found(in: text, of: scratch, status: status)
      outcome.noVerdict = failure?.reason(for: command) ?? BuildObstacle.reason(in: text)
      outcome.crash = EnvironmentFailure.crash(of: command, status, outcome.errors)
      outcome.isWorthAnotherTry = failure?.mayPass ?? false
      break
    }
    outcome.seconds = (clock.now - start).inSeconds
    return outcome
  }
}
