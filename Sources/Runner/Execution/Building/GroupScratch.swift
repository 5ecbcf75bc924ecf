import Base

/// Prepares a group's scratch folder for a build, and decides which older outputs the build may use.
struct GroupScratch {
  private let job: GroupJob
  private let listings: [RelativePath: PackageListing]
  private let fingerprint: PlanFingerprint?
  private let upToDate: UpToDateCheck
  /// The packages that need no build.
  private(set) var built: [BuiltPackage] = []

  /// The content of the folder before a build.
  enum Content {
    /// All packages are up to date.
    case everything
    case olderOutputs
    case nothing(EmptyScratch)
  }

  init(_ job: GroupJob) {
    self.job = job
    listings = job.listings()
    fingerprint = PlanFingerprint(of: job, listings)
    upToDate = UpToDateCheck(job, listings)
  }

  private var group: BuildGroup { job.group }

  private var removedExternals: RemovedExternals {
    RemovedExternals(
      scratch: group.scratchFolder, engine: job.engine, workspace: job.workspace, kept: group.kept)
  }

  /// The packages to build.
  var rest: [PackageRun] {
    let folders = Set(built.map(\.package.folder))
    return group.packages.filter { !folders.contains($0.folder) }
  }

  private func ledger(of packages: [PackageRun]) -> ScratchLedger {
    let folders = packages.reduce(into: Set<RelativePath>()) { $0.formUnion($1.looksAt) }
    return ScratchLedger(
      scratch: group.scratchFolder, engine: job.engine, configuration: job.configuration,
      workspace: job.workspace, inputs: job.inputs, writes: job.writes,
      manifests: listings.filter { folders.contains($0.key) }.mapValues(\.manifests))
  }

  /// Deletes outputs that must not be used, and finds the packages that need no build.
  mutating func prepare() throws(Failure) -> Content {
    job.sideFolders.sweep()
    guard LocalFiles.exists(group.scratchFolder) else {
      try furnish(.nothing(EmptyScratch()))
      return .nothing(EmptyScratch())
    }
    var outdated = ledger(of: group.packages).staleOutputs()
    if job.isWatched {
      outdated.addAll(fedByPrograms: job.workspace.fedByPrograms(ledger(of: group.packages).ids))
    }
    guard !outdated.isEverything else { return .nothing(try startOver()) }
    try furnish(.olderOutputs, without: outdated)
    return rest.isEmpty ? .everything : .olderOutputs
  }

  /// Discards everything that was built.
  mutating func startOver() throws(Failure) -> EmptyScratch {
    let discarded = job.sideFolders.discarded
    LocalFiles.removeTree(discarded)
    // The folder moves in one step, so that nobody ever finds half of it.
    guard LocalFiles.move(group.scratchFolder, to: discarded) else {
      throw .scratchUnwritable(group.scratchFolder)
    }
    LocalFiles.removeTree(discarded)
    built = []
    try furnish(.nothing(EmptyScratch()))
    return EmptyScratch()
  }

  private mutating func furnish(
    _ content: Content, without outdated: StaleOutputs = StaleOutputs()
  ) throws(Failure) {
    let (scratch, engine) = (group.scratchFolder, job.engine)
    let (isFromNothing, kept) = (content.isNothing, group.kept)
    guard LocalFiles.makeFolders(scratch, mode: 0o755) else { throw .scratchUnwritable(scratch) }
    try RemovedTargets(scratch: scratch, engine: engine, workspace: job.workspace).sweep(kept: kept.targets)
    try RemovedProducts(scratch: scratch, engine: engine).sweep(kept: kept.products)
    let hasOtherExternals = try removedExternals.sweep()
    let hasOtherHeaders = try RemovedHeaders(scratch: scratch, engine: engine, workspace: job.workspace)
      .sweep(listings, isFromNothing: isFromNothing)
    if hasOtherExternals || hasOtherHeaders || !outdated.keepsPlan { PlanMemory.forget(group) }
    if isFromNothing {
      job.interfaces?.give(to: scratch, for: job.commands)
    } else {
      built = job.isWatched ? [] : upToDate.packages(without: job.workspace.reached(from: outdated.outdated))
    }
    // Packages that are not built keep their entries. Their outputs may have been made for another root.
    guard !rest.isEmpty else { return }
    LeftOutModules(scratch: scratch, engine: engine).sweep(
      job.workspace.modules(ofPackages: rest.map(\.folder)))
    let ledger = ledger(of: rest)
    if !isFromNothing {
      ledger.discard(outdated)
      ledger.awaitNewTimes(outdated)
    }
    try ledger.open(outdated)
    if job.isTogether { try MultirootFile.write(group) }
  }
}

/// A scratch folder in which nothing was ever built. A build that fails in it fails for good.
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
  /// Returns the first attempt that the content allows. nil when there is nothing to build.
  func attempt(on content: Content) -> Attempt? {
    switch content {
    case .everything: nil
    case .nothing(let empty): .fromNothing(empty)
    case .olderOutputs: PlanMemory.certainPlan(of: group, fingerprint).map { .rememberedPlan($0) } ?? .newPlan
    }
  }

  /// Call this after a successful build.
  func rememberPlan() {
    if let fingerprint { PlanMemory.remember(group, fingerprint) }
  }

  func keepInterfaces() { job.interfaces?.keep(from: group.scratchFolder, for: job.commands) }
}

// MARK: After the build

extension GroupScratch {
  /// Call this when SwiftPM has ended.
  func settle() throws(Failure) {
    if !rest.isEmpty { try ledger(of: rest).settle() }
    if let root = rest.first, !job.isShared { try removedExternals.settle(root) }
  }

  /// Returns the files that compilers read in these folders.
  func compilerReads(in folders: Set<String>) -> CompilerReads {
    let ids = ledger(of: group.packages).ids
    var compilerReads = CompilerReads()
    for folder in folders {
      let heard = ScratchReads(
        scratch: folder, engine: job.engine, configuration: job.configuration, swift: job.commands.swift)
      compilerReads.add(heard.compilerReads(of: ids))
    }
    return compilerReads
  }

  /// Records the packages that need no build the next time.
  func keep(_ packages: some Sequence<BuiltPackage>, _ compilerReads: CompilerReads) {
    if !rest.isEmpty { upToDate.keep(packages, compilerReads) }
  }
}

/// Decides whether SwiftPM's remembered plan in a scratch folder may be used again.
///
/// The plan must come from the same inputs. SwiftPM watches its roots alone. A new file in a dependency, or an edit of
/// its manifest, would be left out for ever. So Ambit compares the inputs. Planning anew takes most of the time of a
/// small build.
enum PlanMemory {
  private static func record(of group: BuildGroup) -> String { "\(group.scratchFolder)/ambit-plan" }

  /// nil unless the plan in the folder was made from the same inputs.
  static func certainPlan(of group: BuildGroup, _ fingerprint: PlanFingerprint?) -> CertainPlan? {
    guard let fingerprint, let known = LocalFiles.read(record(of: group)) else { return nil }
    return known.elementsEqual(fingerprint.text.utf8) ? CertainPlan() : nil
  }

  static func forget(_ group: BuildGroup) { LocalFiles.remove(record(of: group)) }

  /// Remembers the plan. A failure to write is ignored, since the plan is then made anew.
  static func remember(_ group: BuildGroup, _ fingerprint: PlanFingerprint) {
    LocalFiles.replace(record(of: group), with: Array(fingerprint.text.utf8))
  }
}

/// The proof that SwiftPM would make the plan in a scratch folder again.
struct CertainPlan {
  fileprivate init() {}
}

/// All inputs of a plan of SwiftPM. SwiftPM itself watches only the folders and manifests of its roots. It does not
/// notice that the roots are different ones.
struct PlanFingerprint {
  fileprivate let text: String

  /// nil when SwiftPM remembers no plan, or when some inputs cannot be compared.
  init?(of job: GroupJob, _ listings: [RelativePath: PackageListing]) {
    let unwatched = job.workspace.unwatched
    guard job.engine.planningAnew != nil, job.group.plannedPackages != nil,
      job.group.packages.allSatisfy({ $0.closure.isDisjoint(with: unwatched) })
    else { return nil }
    let words = job.builds.flatMap(\.shellLine.utf8)
    let toolchain = LocalFiles.resolved(job.commands.swift).flatMap(LocalFiles.stamp) ?? ""
    let roots = job.group.packages.map(\.absoluteFolder)
    let packages = listings.sorted { $0.key < $1.key }.map { "\($0) \($1.planned)" }
    text = ([String(decoding: words, as: UTF8.self), toolchain] + roots + packages).joined(separator: "\n")
  }
}

/// The file of a workspace in Xcode's form, by which SwiftPM builds several root packages at once.
enum MultirootFile {
  static func path(in scratch: String) -> String { "\(scratch)/ambit.xcworkspace" }

  static func write(_ group: BuildGroup) throws(Failure) {
    let folder = path(in: group.scratchFolder)
    let pins = "\(folder)/xcshareddata/swiftpm/Package.resolved"
    try put(contents(group.packages.map(\.absoluteFolder)), to: "\(folder)/contents.xcworkspacedata")
    guard let resolved = group.pins else { return LocalFiles.remove(pins) }
    try put(resolved.text, to: pins)
  }

  private static func put(_ text: String, to path: String) throws(Failure) {
    guard LocalFiles.replace(path, with: Array(text.utf8)) else { throw .scratchUnwritable(path) }
  }

  static func contents(_ folders: [String]) -> String {
    let references = folders.map { "  <FileRef location=\"absolute:\(escaped($0))\"/>\n" }.joined()
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Workspace version=\"1.0\">\n\(references)</Workspace>\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
