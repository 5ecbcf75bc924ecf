import Base
import Graph

/// Prepares a group's scratch folder for a build, and decides which older outputs the build may use.
struct GroupScratch {
  private let job: GroupJob
  private let listings: [RelativePath: PackageListing]
  /// The digest of all inputs of the plan. nil when SwiftPM remembers no plan, or when some inputs cannot be compared.
  private let plan: SHA256Digest?
  private let upToDate: UpToDateCheck
  /// True when SwiftPM would make the plan in the folder again.
  private var isPlanCertain = false
  /// True when SwiftPM has made the plan in this run.
  private var hasNewPlan = false
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
    plan = job.planDigest(listings)
    upToDate = UpToDateCheck(job, listings)
  }

  private var group: BuildGroup { job.group }

  /// The packages to build.
  var rest: [PackageRun] {
    let folders = Set(built.map(\.package.folder))
    return group.packages.filter { !folders.contains($0.folder) }
  }

  private func ledger(of packages: [PackageRun]) -> ScratchLedger {
    let folders = packages.looksAt
    return ScratchLedger(
      scratch: group.scratchFolder, engine: job.engine, configuration: job.configuration,
      workspace: job.workspace, inputs: job.inputs, writes: job.writes,
      manifests: listings.filter { folders.contains($0.key) }.mapValues(\.manifests))
  }

  /// Deletes outputs that must not be used, and finds the packages that need no build.
  mutating func prepare() throws(Failure) -> Content {
    job.sideFolders.sweep()
    guard LocalFiles.exists(group.scratchFolder) else {
      try furnish(nil)
      return .nothing(EmptyScratch())
    }
    // Nobody compares files outside of the repository, and SwiftPM and the compilers go by their times alone.
    let modules = group.packages.compactMap { job.workspace.graph.package(at: $0.folder) }
      .flatMap { job.workspace.graph.packages[$0].modules }
    if job.workspace.placeOutside(for: modules) != nil { return .nothing(try startOver()) }
    let record = ScratchRecord.read(in: group.scratchFolder)
    var outdated = ledger(of: group.packages).staleOutputs(record)
    if job.isWatched {
      outdated.addAll(fedByPrograms: job.workspace.fedByPrograms(ledger(of: group.packages).ids))
    }
    guard !outdated.isEverything else { return .nothing(try startOver()) }
    try furnish(record ?? ScratchRecord(), without: outdated)
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
    try furnish(nil)
    return EmptyScratch()
  }

  /// `before` is the record of the folder. nil when nothing was built there.
  private mutating func furnish(
    _ before: ScratchRecord?, without outdated: StaleOutputs = StaleOutputs()
  ) throws(Failure) {
    let (scratch, engine, workspace) = (group.scratchFolder, job.engine, job.workspace)
    guard LocalFiles.makeFolders(scratch, mode: 0o755) else { throw .scratchUnwritable(scratch) }
    var record = before ?? ScratchRecord()
    record.take(group.kept, listings)
    if let before {
      let removed = RemovedOutputs(scratch: scratch, engine: engine, workspace: workspace)
      if removed.sweep(from: before, to: record) || !outdated.keepsPlan { record.plan = nil }
      built =
        job.isWatched
        ? [] : upToDate.packages(in: record, without: workspace.reached(from: outdated.outdated))
    } else {
      job.interfaces?.give(to: scratch, for: job.commands)
    }
    isPlanCertain = plan != nil && record.plan == plan
    hasNewPlan = false
    // Packages that are not built keep their entries. Their outputs may have been made for another root.
    if !rest.isEmpty {
      if !isPlanCertain { record.plan = nil }
      let leftOut = workspace.modules(ofPackages: rest.map(\.folder)).compiledNames
        .intersection(record.leftOut.map { $0[...] })
      if !leftOut.isEmpty { engine.outputs(in: scratch).remove(where: leftOut.contains) }
      let ledger = ledger(of: rest)
      if let before {
        ledger.discard(outdated)
        ledger.awaitNewTimes(outdated, after: before.shared)
      }
      ledger.open(&record, outdated)
      if job.isTogether { try MultirootFile.write(group) }
    }
    if record != before { try record.write(in: scratch) }
  }
}

extension ScratchRecord {
  /// Notes what the workspace has. Packages without C sources keep their old entries.
  fileprivate mutating func take(
    _ kept: BuildGroup.KeptOutputs, _ listings: [RelativePath: PackageListing]
  ) {
    targets = kept.targets
    products = kept.products
    externals = kept.externals.digest
    headers.merge(listings.compactMapValues(\.included)) { _, new in new }
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
    case .olderOutputs: isPlanCertain ? .rememberedPlan(CertainPlan()) : .newPlan
    }
  }

  /// Call this when a build by the remembered plan has failed, before SwiftPM may write another plan.
  func forgetPlan() throws(Failure) {
    try ScratchRecord.update(in: group.scratchFolder) { $0.plan = nil }
  }

  /// Call this after a successful build that planned anew.
  mutating func rememberPlan() { hasNewPlan = true }

  func keepInterfaces() { job.interfaces?.keep(from: group.scratchFolder, for: job.commands) }
}

// MARK: After the build

extension GroupScratch {
  /// Records the results. Call this when SwiftPM has ended.
  func settle(_ packages: some Sequence<BuiltPackage>, _ compilerReads: CompilerReads) throws(Failure) {
    guard let root = rest.first else { return }
    try ScratchRecord.update(in: group.scratchFolder) { record in
      ledger(of: rest).settle(&record)
      // SwiftPM may have planned while another branch was checked out for a moment.
      let changed =
        job.inputs == .unknown ? [] : Set(job.listings().filter { $0.value.changed >= job.inputs.asOf }.keys)
      if hasNewPlan { record.plan = plan }
      if !changed.isEmpty { record.plan = nil }
      if !job.isShared { record.externals = group.kept.externals.digest(afterBuildOf: root) }
      upToDate.keep(packages, compilerReads, changedPackages: changed, in: &record)
    }
  }

  /// Returns the files that compilers read in these folders.
  func compilerReads(in folders: some Sequence<FolderReads>) -> CompilerReads {
    let ids = ledger(of: group.packages).ids
    var compilerReads = CompilerReads()
    for folder in folders { compilerReads.add(folder.compilerReads(of: ids)) }
    return compilerReads
  }

  /// Returns `builds` for a repetition, without planning where SwiftPM would surely make the same plan.
  func repeated(_ builds: [Command]) -> [Command] {
    plan == nil ? builds : job.commands.byRememberedPlan(builds)
  }
}

/// The proof that SwiftPM would make the plan in a scratch folder again.
///
/// The plan must come from the same inputs. SwiftPM watches its roots alone. A new file in a dependency, or an edit of
/// its manifest, would be left out for ever. So Ambit compares the inputs. Planning anew takes most of the time of a
/// small build.
struct CertainPlan {
  fileprivate init() {}
}

extension GroupJob {
  /// Returns the digest of all inputs of a plan of SwiftPM, the roots included. nil when SwiftPM remembers no plan, or
  /// when some inputs cannot be compared.
  fileprivate func planDigest(_ listings: [RelativePath: PackageListing]) -> SHA256Digest? {
    let unwatched = workspace.unwatched
    guard engine.planningAnew != nil, group.plannedPackages != nil,
      group.packages.allSatisfy({ $0.closure.isDisjoint(with: unwatched) })
    else { return nil }
    return SHA256.digest(
      ofValues: builds.map(\.shellLine), LocalFiles.resolved(commands.swift).flatMap(LocalFiles.stamp) ?? "",
      group.packages.map(\.absoluteFolder), listings.mapValues(\.planned))
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
