import ContentKeys
import Platform
import Support
import Workspace

/// A package after its build.
struct BuiltPackage: Sendable {
  /// With the scratch folder that it was built in last.
  var package: PackageRun
  var report: PackageReport
  /// Its test product may be there although something else of the package does not compile.
  var canTest: Bool
  /// Whether its test product surely has no case of XCTest.
  var hasNoXCTest = false
  /// What keeps its tests from being built.
  var culprits: [BuildDiagnostic] = []

  static func skipped(_ package: PackageRun) -> BuiltPackage {
    BuiltPackage(
      package: package, report: PackageReport(folder: package.folder, outcome: .skipped), canTest: false)
  }
}

/// Builds a group: together first, then one by one what that left open. Whoever lets it build holds the lock on the
/// group's scratch folder, and so on what lies beside it under its name, until all tests are over.
struct GroupBuilder {
  let group: BuildGroup
  let action: RunPlan.Action
  let commands: SwiftCommands
  let supervisor: ProcessSupervisor
  let halt: Halt
  let observer: any RunObserver
  let owners: ErrorOwners
  let workspace: RunWorkspace
  let inputs: BuildInputs
  /// The packages of the whole plan: what is wrong with one of them is said there, and only there.
  let planned: Set<RelativePath>

  var totals = BuildTotals()
  private(set) var testimony = Testimony()
  var warnings: [Warning] = []
  /// Every error so far.
  var errors: [BuildDiagnostic] = []
  /// The files of all packages that are planned or built.
  private var listings: [RelativePath: PackageListing] = [:]
  /// Whether the scratch folder was empty at first: what fails in it then fails for good.
  var isFromNothing = false
  /// Errors that come up from nothing too.
  var confirmed: Set<BuildDiagnostic> = []
  /// What the last invocation left, by scratch folder.
  var proofs: [String: BuildProof] = [:]
  private var settled: [RelativePath: BuiltPackage] = [:]
  /// Reports that nobody was told of yet, because the scratch folder may still prove unreliable.
  private var unsaid: [PackageReport] = []

  init(
    _ group: BuildGroup, of plan: RunPlan, from inputs: BuildInputs, commands: SwiftCommands,
    supervisor: ProcessSupervisor, halt: Halt, observer: any RunObserver
  ) {
    self.group = group
    action = plan.action
    self.commands = commands
    self.supervisor = supervisor
    self.halt = halt
    self.observer = observer
    owners = ErrorOwners(plan.workspace.sourceFolders)
    workspace = plan.workspace
    self.inputs = inputs
    planned = Set(plan.groups.flatMap(\.packages).map(\.folder))
  }

  /// One result for each package, in the group's order.
  mutating func build() throws(RunError) -> [BuiltPackage] {
    do {
      if !halt.isOn {
        try buildAll()
        try ledger.settle()
        hear()
      }
    } catch  where error.isStop {
      // Torn down: what had not come to its end counts as not run.
    }
    sayAll()
    return group.packages.map { settled[$0.folder] ?? .skipped($0) }
  }

  /// What was read in every folder that something was built in.
  private mutating func hear() {
    let elsewhere = settled.values.map(\.package.scratchFolder)
    for scratch in Set(elsewhere + [group.scratchFolder]) {
      let folder = ScratchTestimony(
        scratch: scratch, configuration: commands.settings.configuration, swift: commands.swift)
      testimony.add(folder.testimony(of: ledger.ids))
    }
  }

  private mutating func buildAll() throws(RunError) {
    try prepare()
    observer.handle(.buildStarted(group.name, group.packages.map(\.folder)))
    let fingerprint = fingerprint
    if let fingerprint, PlanMemory.isCurrent(group, fingerprint) {
      if try buildByRememberedPlan() { return }
      forgetVerdicts()
    }
    // Another group may have failed meanwhile.
    guard !halt.isOn else { return }
    if try buildByNewPlan(fingerprint) { return }
    guard !halt.isOn else { return }
    try startOver()
    _ = try buildByNewPlan(fingerprint)
  }

  private mutating func prepare() throws(RunError) {
    isFromNothing = !LocalFiles.exists(group.scratchFolder)
    sideFolders.sweep()
    listings = listed()
    let outdated = isFromNothing ? Reckoning() : ledger.reckoning()
    if outdated.isEverything { try empty() }
    totals.state = group.isRestored ? .restored : isFromNothing ? .fresh : .warm
    try furnish(without: outdated)
  }

  /// Makes the scratch folder fit for this group.
  mutating func furnish(without outdated: Reckoning = Reckoning()) throws(RunError) {
    let made = LocalFiles.makeFolders(group.scratchFolder, mode: 0o755)
    guard made else { throw .unwritable(group.scratchFolder) }
    let scratch = group.scratchFolder
    try FormerTargets(scratch: scratch, workspace: workspace).sweep(kept: group.keptTargets)
    try FormerProducts(scratch: scratch).sweep(kept: group.keptProducts)
    let isOther = try FormerExternals(scratch: scratch, workspace: workspace)
      .sweep(kept: group.keptTargets, externals: group.externals)
    let hasOtherHeaders = try FormerHeaders(scratch: scratch, workspace: workspace)
      .sweep(listings, isFromNothing: isFromNothing)
    if !isFromNothing { ledger.discard(outdated) }
    if isOther || hasOtherHeaders || !outdated.keepsPlan { PlanMemory.forget(group) }
    try ledger.open()
    if isTogether { try MultirootFile.write(group) }
  }

  var isTogether: Bool { group.packages.count > 1 }

  var ledger: ScratchLedger {
    ScratchLedger(
      scratch: group.scratchFolder, configuration: commands.settings.configuration, workspace: workspace,
      inputs: inputs, manifests: listings.mapValues(\.manifests))
  }

  var sideFolders: SideFolders { SideFolders(of: group) }

  /// Makes sure that there is nothing in a folder, and nobody who still writes there: SwiftPM outlives an Ambit that is
  /// killed.
  func clear(_ folder: String) throws(RunError) {
    try ScratchLocks(commands, supervisor, observer).awaitSwiftPM(on: folder)
    LocalFiles.removeTree(folder)
  }
}

// MARK: Attempts

/// Each returns whether its verdicts count; where they do not, there is a better way to try.
extension GroupBuilder {
  private mutating func buildByRememberedPlan() throws(RunError) -> Bool {
    var quick = commands
    quick.trustsPlan = true
    let outcome = try invoke(quick.build(group, action))
    if !outcome.isSuccess { PlanMemory.forget(group) }
    // Without anybody to blame it may well be the plan.
    guard outcome.isSuccess || outcome.errors.contains(where: { $0.module != nil }) else { return false }
    return try settleAll(outcome)
  }

  private mutating func buildByNewPlan(_ fingerprint: String?) throws(RunError) -> Bool {
    PlanMemory.forget(group)
    let outcome = try invoke(commands.build(group, action))
    if let fingerprint, outcome.isSuccess { PlanMemory.remember(group, fingerprint) }
    return try settleAll(outcome)
  }

  private mutating func settleAll(_ outcome: BuildRun.Outcome) throws(RunError) -> Bool {
    errors += outcome.errors
    // First those that are to blame: with `--fail-fast` nothing is tried any more after them.
    for package in group.packages.filter(isBroken) + group.packages.filter({ !isBroken($0) }) {
      guard !halt.isOn else { break }
      guard let built = try verdict(on: package, together: outcome) else { return false }
      settle(built, together: outcome)
    }
    sayAll()
    return true
  }

  private mutating func settle(_ package: BuiltPackage, together: BuildRun.Outcome) {
    var built = package
    if !isTogether {
      built.report.seconds += together.seconds
      built.report.invocations += together.invocations
    }
    if built.report.outcome == .buildFailed { halt.noteFailure() }
    settled[built.package.folder] = built
    unsaid.append(built.report)
    if together.isSuccess || isFromNothing { sayAll() }
  }

  private mutating func sayAll() {
    for report in unsaid { observer.handle(.packageBuilt(report)) }
    unsaid = []
  }

  mutating func forgetVerdicts() {
    errors = []
    settled = [:]
    unsaid = []
  }

  /// All that a plan hangs on; nil when there is more than can be looked at. SwiftPM itself watches only the folders
  /// and the manifests of its roots, and does not notice that these are others.
  private var fingerprint: String? {
    let unwatched = workspace.unwatched
    guard group.plannedPackages != nil,
      group.packages.allSatisfy({ $0.closure.isDisjoint(with: unwatched) })
    else { return nil }
    let words = commands.build(group, action).flatMap(\.shellLine.utf8)
    let toolchain = LocalFiles.resolved(commands.swift).flatMap(LocalFiles.stamp) ?? ""
    let roots = group.packages.map(\.absoluteFolder)
    let packages = listings.sorted { $0.key < $1.key }.map { "\($0) \($1.planned)" }
    return ([String(decoding: words, as: UTF8.self), toolchain] + roots + packages).joined(separator: "\n")
  }

  private func listed() -> [RelativePath: PackageListing] {
    let folders = Set(group.packages.flatMap(\.closure).map(\.package)).union(group.plannedPackages ?? [])
    let places = workspace.packageFolders
    let known = places.filter { folders.contains($0.key) }
    let all = Set(places.values)
    return known.mapValues { PackageListing(of: $0, without: all) }
  }

  /// The first build, of all packages.
  private mutating func invoke(_ builds: [Command]) throws(RunError) -> BuildRun.Outcome {
    let name = group.name
    let observer = observer
    let single = isTogether ? nil : group.packages.first?.folder
    let onOutput = { (stream: ProcessStream, bytes: [UInt8]) in
      if let single { return observer.handle(.buildOutput(single, stream, bytes)) }
      observer.handle(.groupOutput(name, stream, bytes))
    }
    var outcome = try count(builds, onOutput)
    if PluginDatabase.separate(in: group.scratchFolder, after: outcome) {
      outcome = try count(builds, onOutput)
    }
    PluginDatabase.share(in: group.scratchFolder)
    StrayResources.sweep(scratch: group.scratchFolder, configuration: commands.settings.configuration)
    totals.groups = 1
    if isTogether { observer.handle(.groupBuilt(name, isSuccess: outcome.isSuccess)) }
    return outcome
  }

  mutating func count(
    _ builds: [Command], _ onOutput: (ProcessStream, [UInt8]) -> Void
  ) throws(RunError) -> BuildRun.Outcome {
    proofs = [:]
    var outcome = try BuildRun(supervisor: supervisor).run(builds, onOutput: onOutput)
    outcome.errors = owners.attributed(outcome.errors)
    totals.invocations += outcome.invocations
    totals.compiled += outcome.compiled
    return outcome
  }
}
