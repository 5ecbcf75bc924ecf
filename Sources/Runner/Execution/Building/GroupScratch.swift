import ModuleGraph
import Names
import Platform
import Support

/// A group's scratch folder: makes it fit for a build, and says what a build in it may rely on.
struct GroupScratch {
  private let job: GroupJob
  /// The files of all packages that are planned or built.
  private let listings: [RelativePath: PackageListing]
  private let fingerprint: PlanFingerprint?
  private let ledger: ScratchLedger

  /// What lies in the folder before a build.
  enum Content {
    case olderOutputs
    case nothing(EmptyScratch)
  }

  init(_ job: GroupJob) {
    self.job = job
    listings = Self.listings(for: job)
    fingerprint = PlanFingerprint(of: job, listings)
    ledger = ScratchLedger(
      scratch: job.group.scratchFolder, engine: job.engine, configuration: job.configuration,
      workspace: job.workspace, inputs: job.inputs, manifests: listings.mapValues(\.manifests))
  }

  private var group: BuildGroup { job.group }

  private static func listings(for job: GroupJob) -> [RelativePath: PackageListing] {
    let folders = Set(job.group.packages.flatMap(\.closure).map(\.package)).union(
      job.group.plannedPackages ?? [])
    let places = job.workspace.packageFolders
    let all = Set(places.values)
    return places.filter { folders.contains($0.key) }.mapValues { PackageListing(of: $0, without: all) }
  }

  /// Takes away what must not be there any more.
  func prepare() throws(RunError) -> Content {
    job.sideFolders.sweep()
    guard LocalFiles.exists(group.scratchFolder) else {
      try furnish(.nothing(EmptyScratch()))
      return .nothing(EmptyScratch())
    }
    let outdated = ledger.reckoning()
    guard !outdated.isEverything else { return .nothing(try startOver()) }
    try furnish(.olderOutputs, without: outdated)
    return .olderOutputs
  }

  /// Parts with all that was built.
  func startOver() throws(RunError) -> EmptyScratch {
    let discarded = job.sideFolders.discarded
    LocalFiles.removeTree(discarded)
    // In one step: half a folder is what nobody shall ever find.
    guard LocalFiles.move(group.scratchFolder, to: discarded) else { throw .unwritable(group.scratchFolder) }
    LocalFiles.removeTree(discarded)
    try furnish(.nothing(EmptyScratch()))
    return EmptyScratch()
  }

  private func furnish(_ content: Content, without outdated: Reckoning = Reckoning()) throws(RunError) {
    let (scratch, engine) = (group.scratchFolder, job.engine)
    let (isFromNothing, kept) = (content.isNothing, group.kept)
    guard LocalFiles.makeFolders(scratch, mode: 0o755) else { throw .unwritable(scratch) }
    try FormerTargets(scratch: scratch, engine: engine, workspace: job.workspace).sweep(kept: kept.targets)
    try FormerProducts(scratch: scratch, engine: engine).sweep(kept: kept.products)
    let hasOtherExternals = try FormerExternals(scratch: scratch, engine: engine, workspace: job.workspace)
      .sweep(kept: kept.targets, externals: kept.externals)
    let hasOtherHeaders = try FormerHeaders(scratch: scratch, engine: engine, workspace: job.workspace)
      .sweep(listings, isFromNothing: isFromNothing)
    if isFromNothing {
      job.interfaces?.give(to: scratch, for: job.commands)
    } else {
      ledger.discard(outdated)
    }
    if hasOtherExternals || hasOtherHeaders || !outdated.keepsPlan { PlanMemory.forget(group) }
    try ledger.open()
    if job.isTogether { try MultirootFile.write(group) }
  }
}

/// A scratch folder in which nothing was ever built: what fails in it fails for good.
struct EmptyScratch {
  fileprivate init() {}
}

extension GroupScratch.Content {
  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

// MARK: Plans

extension GroupScratch {
  /// The first attempt that what lies here allows.
  func attempt(on content: Content) -> Attempt {
    switch content {
    case .nothing(let empty): .fromNothing(empty)
    case .olderOutputs: PlanMemory.certainPlan(of: group, fingerprint).map { .rememberedPlan($0) } ?? .newPlan
    }
  }

  /// After a build that succeeded.
  func rememberPlan() {
    if let fingerprint { PlanMemory.remember(group, fingerprint) }
  }

  func keepInterfaces() { job.interfaces?.keep(from: group.scratchFolder, for: job.commands) }
}

// MARK: After the build

extension GroupScratch {
  /// To be called when SwiftPM has ended.
  func settle() throws(RunError) { try ledger.settle() }

  /// What was read in the folders that something was built in.
  func testimony(in folders: Set<String>) -> Testimony {
    var testimony = Testimony()
    for folder in folders {
      let heard = ScratchTestimony(
        scratch: folder, engine: job.engine, configuration: job.configuration, swift: job.commands.swift)
      testimony.add(heard.testimony(of: ledger.ids))
    }
    return testimony
  }
}
