import Base
import Graph

/// The facts that stay the same while a group is built. Its holder has the lock on the group's scratch folder and its
/// side folders, until all tests are over.
struct GroupJob: Sendable {
  let group: BuildGroup
  let action: RunPlan.Action
  /// The planned builds of the group.
  let builds: [Command]
  let commands: SwiftCommands
  let control: RunControl
  let workspace: RunWorkspace
  let inputs: BuildInputs
  /// The packages of the system, as they were before the builds.
  let installed: SHA256Digest
  let moves: FolderMoves?
  let interfaces: CompiledInterfaces?
  let owners: ErrorOwners
  /// True when the scratch folder comes from a saved state.
  let isRestored: Bool
  /// The packages of the whole plan. An error in one of them is reported there, and only there.
  let planned: Set<RelativePath>
  /// The packages with executables that tests of the plan run.
  let withTools: Set<RelativePath>

  static func all(of plan: RunPlan, on context: RunContext, _ control: RunControl) -> [GroupJob] {
    guard !plan.groups.isEmpty else { return [] }
    let installed = InstalledPackages.digest
    let owners = ErrorOwners(context.workspace.sourceFolders)
    let packages = plan.groups.flatMap(\.packages)
    let planned = Set(packages.map(\.folder))
    let withTools = Set(packages.flatMap(\.tools.values).joined().map(\.package))
    return zip(plan.groups, plan.commands.builds).map { group, builds in
      GroupJob(
        group: group, action: plan.action, builds: builds, commands: plan.swift, control: control,
        workspace: context.workspace, inputs: context.inputs,
        installed: installed, moves: context.moves, interfaces: context.interfaces,
        owners: owners,
        isRestored: context.restored.contains(group.name), planned: planned, withTools: withTools)
    }
  }

  /// True when one build has all packages as its roots. False when they follow one another.
  var isTogether: Bool { isShared && engine.takesManyRoots }

  /// True when several packages share the scratch folder.
  var isShared: Bool { group.packages.count > 1 }

  /// True when the reads of the build's programs are watched. Then all programs have to run.
  var isWatched: Bool { commands.settings.auditsInputs }

  var engine: any EngineForm { commands.engine }

  /// The inputs that were written, and the folders that were moved, until now.
  var writes: InputWrites { InputWrites(since: inputs.asOf, moved: moves?.look()) }

  var configuration: String { commands.settings.build.configuration }

  var sideFolders: SideFolders { SideFolders(group: group) }

  /// The inputs of the modules from which the group may be built. `inputs` has those of all groups.
  var ownInputs: [ModuleID: ModuleInputs] {
    let folders = group.packages.looksAt
    return inputs.modules.filter { folders.contains($0.key.package) }
  }

  /// Returns the current files of all packages that are planned or built.
  func listings() -> [RelativePath: PackageListing] {
    let folders = group.packages.looksAt
    let places = workspace.packageFolders
    let all = Set(places.values)
    return places.filter { folders.contains($0.key) }.mapValues { PackageListing(of: $0, without: all) }
  }

  /// SwiftPM rightly leaves out a target whose folder holds nothing to compile.
  func hasSources(_ module: ModuleRun) -> Bool {
    workspace.sourceFolder(of: module.id).map { SourceFiles.exist(below: $0) } ?? true
  }

  func run(of module: ModuleID) -> ModuleRun {
    ModuleRun(
      id: module, kind: workspace.graph.index(of: module).map { workspace.graph.modules[$0].kind } ?? .unknown
    )
  }

  func isTested(_ package: PackageRun) -> Bool { action == .test && !package.tests.isEmpty }

  /// True when only the package's own tests are needed.
  func isForTestsAlone(_ package: PackageRun) -> Bool {
    isTested(package) && !withTools.contains(package.folder)
  }

  func tell(_ event: RunEvent) { control.observer.handle(event) }

  /// Empties a folder, and waits until nobody writes there. SwiftPM survives an Ambit that is killed.
  func clear(_ folder: String) throws(Failure) {
    let locks = ScratchLocks(for: commands, supervisor: control.supervisor) { tell(.waiting($0)) }
    try locks.awaitSwiftPM(on: folder)
    LocalFiles.removeTree(folder)
    interfaces?.give(to: folder, for: commands)
  }
}

/// Tells whether an input was written after all inputs were looked at. The build may then have read another text.
struct InputWrites: Sendable {
  /// The moment in nanoseconds since 1970.
  let since: Int64
  /// nil when nobody else may move a folder.
  let moved: MovedFolders?

  /// True when the file or folder was written, or when a folder above it was moved.
  func include(_ path: String) -> Bool {
    (FileTimes(of: path).map { $0.changed >= since } ?? true) || moved?.contain(Array(path.utf8)) ?? false
  }
}

/// The folders beside a group's scratch folder, named after it with a dot and a word. They do not outlive a run.
struct SideFolders {
  let group: BuildGroup

  /// The folder in which single modules are compiled from nothing.
  var confirmation: String { beside("confirm") }

  /// The folder in which a single module is compiled against existing interfaces.
  var lone: String { beside("lone") }

  /// The place of a scratch folder that is to be deleted.
  var discarded: String { beside("discarded") }

  /// Returns the folder in which a package is built from nothing. For a package that is always built by itself it is
  /// the group's scratch folder.
  func alone(_ package: RelativePath) -> String {
    let name = ScratchName.alone(package)
    return group.name == name ? group.scratchFolder : beside(name)
  }

  private func beside(_ word: String) -> String { "\(group.scratchFolder).\(word)" }

  /// Deletes the side folders of earlier runs.
  func sweep() {
    let root = LocalFiles.folder(of: group.scratchFolder)
    guard let name = group.scratchFolder.path(below: root) else { return }
    for entry in LocalFiles.entries(in: root) where entry.isFolder && entry.name.hasPrefix("\(name).") {
      LocalFiles.removeTree("\(root)/\(entry.name)")
    }
  }
}

/// The results of a group's build so far.
struct Findings {
  private(set) var errors: [BuildDiagnostic] = []
  private(set) var settled: [RelativePath: BuiltPackage] = [:]
  /// Reports that are held back, since the scratch folder may still prove unreliable.
  private var unsaid: [PackageReport] = []

  mutating func add(_ found: [BuildDiagnostic]) {
    errors += found.filter { !errors.contains($0) }
  }

  mutating func settle(_ built: BuiltPackage) {
    settled[built.package.folder] = built
    unsaid.append(built.report)
  }

  mutating func say(_ tell: (RunEvent) -> Void) {
    for report in unsaid {
      tell(.packageBuilt(report))
      tell(.buildEnded(RunEvent.buildName(ofOnly: report.folder)))
    }
    unsaid = []
  }

  /// Drops the results of an attempt that cannot be trusted.
  mutating func forget() {
    errors = []
    settled = [:]
    unsaid = []
  }

  /// Drops the errors in a package that builds without the others.
  mutating func dropErrors(of package: PackageRun) {
    errors.removeAll { $0.module?.package == package.folder }
  }

  /// Returns the errors that keep `package` from being built as asked for.
  func culprits(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { error in error.module.map(package.closure.contains) ?? false }
  }

  /// True when the package has an error, now or in its report.
  func isBroken(_ package: PackageRun) -> Bool {
    !culprits(of: package).isEmpty || !ownErrors(of: package).isEmpty
  }

  /// Returns the errors in the package itself. Some may be in modules that no test needs.
  func ownErrors(of package: PackageRun) -> [BuildDiagnostic] {
    errors.filter { $0.module?.package == package.folder }
  }
}

/// A package after its build.
struct BuiltPackage: Sendable {
  /// The package, with the scratch folder of its last build.
  var package: PackageRun
  var report: PackageReport
  /// True when its tests can run. Another module of the package may still fail to compile.
  var canTest: Bool
  /// The names of the test products that were made.
  var products: [String] = []
  /// The test products that surely have no case of XCTest.
  var withoutXCTest: [String] = []
  /// The complete outputs, after a build of the whole package.
  var made: LastBuildPackage.Made?
  /// The errors that keep its tests from being built.
  var culprits: [BuildDiagnostic] = []

  static func skipped(_ package: PackageRun) -> BuiltPackage {
    BuiltPackage(
      package: package, report: PackageReport(folder: package.folder, outcome: .skipped), canTest: false)
  }
}

/// A group after its build.
struct GroupBuild: Sendable {
  /// The packages in the group's order.
  let packages: [BuiltPackage]
  let totals: BuildTotals
  let warnings: [Warning]
  let compilerReads: CompilerReads
  let toolReads: [ToolReads]
}

/// Finds the module whose source has a compiler error.
struct ErrorOwners: Sendable {
  private let folders: [(path: String, module: ModuleID)]

  init(_ sourceFolders: [ModuleID: String]) {
    // The innermost folder comes first.
    folders = sourceFolders.map { ($0.value + "/", $0.key) }.sorted {
      ($1.path.utf8.count, $0.module) < ($0.path.utf8.count, $1.module)
    }
  }

  /// Returns the errors with their modules.
  func attributed(_ errors: [BuildDiagnostic]) -> [BuildDiagnostic] {
    errors.map { error in
      var result = error
      result.module = error.file.flatMap { file in folders.first { file.hasPrefix($0.path) }?.module }
      return result
    }
  }
}
