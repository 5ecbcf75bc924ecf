package import Arguments
package import Base
import Graph
import Reports
package import Runner
package import Store
import SwiftSources

/// The settings of a run: flags first, then the configuration, then defaults.
package struct RunPreparation {
  let action: RunPlan.Action
  let options: RunOptions
  package let outcome: Session.Selected
  package private(set) var session: Session
  package let world: World
  /// The share of this machine. nil means everything.
  let share: RunShare?
  /// nil where there is no remote cache, or the run must not use it.
  package var remote: RemoteCache?
  /// nil where no other machine was asked.
  var sharedFootprints: SharedFootprints?

  /// The filter is checked when the run is prepared, so that a bad one is refused early.
  let filter: CaseFilter?
  var quarantine = Quarantine.none

  var toolchain: Toolchain { session.toolchain }

  /// The workspace as it is run.
  package func workspace() -> RunWorkspace {
    RunWorkspace(
      outcome.graph, root: session.workspace.location.root, read: { file(at: $0) },
      excuse: { isForXcode($0) ? ModuleReport.needsXcodebuild : config.excuse(for: $0) })
  }

  /// Returns the same run with the current files of the working tree.
  func refreshed() throws(Failure) -> RunPreparation {
    var result = self
    result.session = try session.refreshed()
    return result
  }

  /// The request for a plan. `tests` are the test modules to run, also unaffected ones; nil means all affected ones.
  /// `builds` are the other modules to build; nil means all affected ones.
  package func request(tests: Set<ModuleID>? = nil, builds: Set<ModuleID>? = nil) -> RunRequest {
    let affected = share.map { $0.builds.union($0.tests) } ?? Set(outcome.report.selection.modules.map(\.id))
    var request = RunRequest(action, affected: affected.union(tests ?? []), tests: tests)
    request.builds = builds ?? buildable
    if !namesModules { request.unknown = Set(outcome.unknownPackages.map(\.folder)) }
    return request
  }

  package func plan(_ request: RunRequest, in workspace: RunWorkspace) -> RunPlan {
    var settings = settings
    settings.ownVariables = ownVariables(in: workspace)
    return RunPlan(
      request, in: workspace, scratchRoot: scratchRoot,
      by: SwiftCommands(swift: toolchain.swift, settings: settings, environment: environment))
  }

  /// The affected test modules that SwiftPM runs, sorted.
  package var tests: [ModuleID] {
    (share?.tests ?? outcome.report.selection.tests.sorted()).filter { !isForXcode($0) }
  }

  /// The test modules that the change does not affect.
  /// nil where other things are left out as well, or where the command is not for tests.
  var unselectedTests: [ModuleID]? {
    guard action == .test, share == nil, !namesModules, options.selection.depth == nil else { return nil }
    let selected = Set(outcome.report.selection.tests)
    return outcome.graph.listedModules.filter { $0.kind.isTest && !selected.contains($0.id) }.map(\.id)
  }

  /// True when only some modules are asked about.
  var namesModules: Bool {
    let selection = options.selection
    return selection.namesModules || !selection.tags.isEmpty || !selection.notTags.isEmpty || options.failed
  }

  /// The affected modules without tests that the run must build.
  package var buildable: Set<ModuleID> { share?.builds ?? outcome.buildable }

  /// The variables that `env` of modules lets through. The modules and their dependents see them, and their keys hold
  /// the values.
  private func ownVariables(in workspace: RunWorkspace) -> [ModuleID: [String: String]] {
    guard config.run.environment == .fixed else { return [:] }
    var found: [ModuleID: [String: String]] = [:]
    for (name, value) in world.environment {
      let declaring = config.modules.filter { $0.settings.env.contains(name) }
      guard !declaring.isEmpty else { continue }
      let roots = outcome.graph.modules.map(\.id).filter { id in
        declaring.contains { $0.pattern.matches(id) }
      }
      for module in workspace.users(of: roots) { found[module, default: [:]][name] = value }
    }
    return found
  }

  /// The scratch folder of Ambit alone.
  var scratchRoot: String { ScratchRoot.path(inWorkspace: session.workspace.location.root) }

  /// SwiftPM reads the lockfile from the disk. A copy of another revision may not exist yet.
  private func file(at path: RelativePath) -> [UInt8]? {
    let workspace = session.workspace
    if workspace.location.root == workspace.originalRoot {
      return LocalFiles.read(workspace.location.absolutePath(of: path))
    }
    return (try? workspace.tree.contents(of: path)) ?? nil
  }

  var environment: RunEnvironment { .of(config, toolchain: toolchain, world.environment) }

  /// The names of variables that no test of this run saw, except those that a module asks for.
  package var withheld: [String] {
    let own = Set(config.modules.flatMap(\.settings.env))
    return environment.withheld.filter { !own.contains($0) }
  }

  private var config: WorkspaceConfig { outcome.config }

  private var settings: RunSettings {
    var settings = RunSettings(
      session.settings,
      jobs: options.jobs ?? config.run.jobs ?? world.processors, execution: config.run.execution,
      failFast: options.failFast,
      limits: TestLimits(
        retries: options.retries, timeout: options.timeoutSeconds.map { .seconds($0) }),
      ownLimits: ownLimits, filter: filter, viaSwiftTest: options.viaSwiftTest,
      auditsInputs: options.auditsInputs)
    settings.quarantine = quarantine.counting
    return settings
  }

  /// The limits that the configuration sets for single test modules. Flags override them.
  private var ownLimits: [ModuleID: TestLimits] {
    var result: [ModuleID: TestLimits] = [:]
    // An audit or a plan may also run unaffected modules.
    for test in outcome.graph.listedModules.filter({ $0.kind == .test }).map(\.id) {
      let settings = config.settings(for: test).test
      guard settings != TestConfig() else { continue }
      result[test] = TestLimits(
        retries: options.retries ?? settings.retries,
        timeout: (options.timeoutSeconds ?? settings.timeout).map { .seconds($0) },
        isExclusive: settings.exclusive, isObserved: settings.observe)
    }
    return result
  }
}

extension RunPreparation {
  /// For commands that only look at records or at a plan. All modules count, and no other machine is asked.
  package init(
    asking outcome: Session.Selected, _ session: Session,
    _ options: RunOptions = RunOptions()
  ) {
    self.init(
      action: .test, options: options, outcome: outcome, session: session, world: session.world,
      share: nil,
      filter: nil)
  }
}

extension Session.Selected {
  /// The affected modules without tests that can be built.
  var buildable: Set<ModuleID> {
    Set(report.selection.modules.map(\.id).filter(graph.isBuiltByRuns))
  }
}

extension WorkspaceConfig {
  /// The reason that this machine cannot build a module, or nil.
  fileprivate func excuse(for module: ModuleID) -> String? {
    let hosts = settings(for: module).hosts.map(\.rawValue)
    return hosts.isEmpty || hosts.contains(HostPlatform.name)
      ? nil : "is for \(Set(hosts).sorted().joined(separator: ", "))"
  }
}

extension RunPreparation {
  /// Returns the inputs of all modules that a plan may build. Older outputs are compared with them.
  ///
  /// The working tree is not listed again: a file that changed since has a time after `asOf`, so nothing that is built
  /// from it counts as settled. After a restored state it is, since that sets times of files. The files of a copy are
  /// written after its commit was listed.
  func buildInputs(
    of plan: RunPlan, in place: RevisionRun, hasRestored: Bool
  ) throws(Failure) -> BuildInputs {
    guard !plan.groups.isEmpty else { return .unknown }
    let workspace = session.workspace
    var files = workspace
    if !place.isCopy {
      let isOutdated = hasRestored && workspace.head.isWorkingTree
      files = isOutdated ? try workspace.refreshed(world) : try workspace.ofWorkingTree(world)
    }
    let asOf = place.isCopy ? FileTime.nowOnDisk : files.asOf
    let graph = outcome.graph
    let packages = plan.lookedAtPackages
    let modules = graph.modules.filter { packages.contains(graph.packages[$0.package].folder) }.map(\.id)
    return try KeyPreparation(self, files.head.tree).keys(of: modules)
      .buildInputs(root: session.workspace.location.root, asOf: asOf.nanoseconds)
  }

  /// Reports folders that are moved from now on, of packages that a plan may build.
  func folderMoves(under plan: RunPlan) throws(Failure) -> FolderMoves {
    let location = session.workspace.location
    let tree = session.workspace.head.tree
    var folders: Set<RelativePath> = []
    if !plan.groups.isEmpty {
      let packages = plan.lookedAtPackages
      for package in packages {
        let folder = location.folderInRepository.appending(package)
        let files = try tree.files(below: folder).map { $0.path.seen(from: location.folderInRepository) }
        for file in files { folders.insert(file.parent) }
      }
    }
    return FolderMoves(of: folders, root: location.root, outermost: location.repositoryRoot)
  }

  /// Compares the files that the build read with the declared ones.
  func compilerReads(_ report: RunReport, _ inputs: BuildInputs) -> UndeclaredReads {
    UndeclaredReads(
      report.compilerReads, outcome.graph, inputs, folder: session.workspace.location.folderInRepository,
      tree: session.workspace.tree)
  }
}

extension RunPlan {
  /// The packages whose files a build may read.
  fileprivate var lookedAtPackages: Set<RelativePath> {
    Set(groups.flatMap { $0.plannedPackages ?? [] })
      .union(packages.flatMap { $0.closure.map(\.package) + [$0.folder] })
  }
}

extension KeyPreparation {
  /// Prepares keys for the modules of a run, with the files in `tree`.
  init(_ run: RunPreparation, _ tree: any FileTree) {
    self.init(
      run.session, tree, run.outcome.graph, run.outcome.config, run.session.settings,
      platform: run.options.selection.platform ?? HostPlatform.name)
    map = run.outcome.map
  }
}
