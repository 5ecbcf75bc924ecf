import Base
import Graph

/// All that stays as it is while a group is built. Whoever has it holds the lock on the group's scratch folder, and so on
/// what lies beside it under its name, until all tests are over.
struct GroupJob: Sendable {
  let group: BuildGroup
  let action: RunPlan.Action
  /// What builds the group, as the plan says.
  let builds: [Command]
  let commands: SwiftCommands
  let control: RunControl
  let workspace: RunWorkspace
  let inputs: BuildInputs
  let moves: FolderMoves?
  let interfaces: CompiledInterfaces?
  let owners: ErrorOwners
  /// Whether the scratch folder was put there from a saved state.
  let isRestored: Bool
  /// The packages of the whole plan: what is wrong with one of them is said there, and only there.
  let planned: Set<RelativePath>
  /// The packages with executables that tests of the plan run.
  let withTools: Set<RelativePath>

  static func all(of plan: RunPlan, on ground: RunGround, _ control: RunControl) -> [GroupJob] {
    let owners = ErrorOwners(ground.workspace.sourceFolders)
    let packages = plan.groups.flatMap(\.packages)
    let planned = Set(packages.map(\.folder))
    let withTools = Set(packages.flatMap(\.tools.values).joined().map(\.package))
    return zip(plan.groups, plan.commands.builds).map { group, builds in
      GroupJob(
        group: group, action: plan.action, builds: builds, commands: plan.swift, control: control,
        workspace: ground.workspace, inputs: ground.inputs,
        moves: ground.moves, interfaces: ground.interfaces,
        owners: owners,
        isRestored: ground.restored.contains(group.name), planned: planned, withTools: withTools)
    }
  }

  /// Whether one build has all packages as its roots; else they follow one another.
  var isTogether: Bool { isShared && engine.takesManyRoots }

  /// Whether what lies in the scratch folder is not of one package alone.
  var isShared: Bool { group.packages.count > 1 }

  /// Whether it is seen what programs read that builds run: all of them have to be run then.
  var isWatched: Bool { commands.settings.auditsInputs }

  var engine: any EngineForm { commands.engine }

  /// The inputs that were written, and the folders that were moved, up to now.
  var writes: InputWrites { InputWrites(since: inputs.asOf, moved: moves?.look()) }

  var configuration: String { commands.settings.build.configuration }

  var sideFolders: SideFolders { SideFolders(of: group) }

  /// The files of all packages that are planned or built, as they are now.
  func listings() -> [RelativePath: PackageListing] {
    let folders = group.packages.reduce(into: Set<RelativePath>()) { $0.formUnion($1.looksAt) }
    let places = workspace.packageFolders
    let all = Set(places.values)
    return places.filter { folders.contains($0.key) }.mapValues { PackageListing(of: $0, without: all) }
  }

  /// SwiftPM passes over a target whose folder holds nothing to compile, and rightly so.
  func hasSources(_ module: ModuleRun) -> Bool {
    workspace.sourceFolder(of: module.id).map { SourceFiles.exist(below: $0) } ?? true
  }

  func run(of module: ModuleID) -> ModuleRun {
    ModuleRun(
      id: module, kind: workspace.graph.index(of: module).map { workspace.graph.modules[$0].kind } ?? .unknown
    )
  }

  func isTested(_ package: PackageRun) -> Bool { action == .test && !package.tests.isEmpty }

  /// Whether nothing but the package's own tests needs to be there.
  func isForTestsAlone(_ package: PackageRun) -> Bool {
    isTested(package) && !withTools.contains(package.folder)
  }

  func tell(_ event: RunEvent) { control.observer.handle(event) }

  /// Makes sure that nothing was ever built in a folder, and that nobody still writes there: SwiftPM outlives an Ambit
  /// that is killed.
  func clear(_ folder: String) throws(RunError) {
    let locks = ScratchLocks(for: commands, supervisor: control.supervisor) { tell(.waiting($0)) }
    try locks.awaitSwiftPM(on: folder)
    LocalFiles.removeTree(folder)
    interfaces?.give(to: folder, for: commands)
  }
}

/// Tells whether an input was written since all inputs were looked at, so that something else may have been built.
struct InputWrites: Sendable {
  /// In nanoseconds since 1970.
  let since: Int64
  /// nil where nobody else may move a folder.
  let moved: MovedFolders?

  /// True when the file or the folder was written, or a folder that it lies in was moved.
  func include(_ path: String) -> Bool {
    (FileTimes(of: path).map { $0.changed >= since } ?? true) || moved?.contain(Array(path.utf8)) ?? false
  }
}
