import AffectedGraph
package import Arguments
import Config
package import Edge
import Manifests
import ModuleGraph
package import Names
import Platform
package import Remote
import Reports
package import Runner
import Support
package import Workspaces

/// What a run is decided from: flags first, then the configuration, then defaults.
package struct RunPreparation {
  let action: RunPlan.Action
  let options: RunOptions
  package let outcome: SelectionPipeline.Outcome
  package private(set) var pipeline: SelectionPipeline
  package let world: World
  /// What of it is this machine's; nil: everything.
  let share: RunShare?
  /// nil: there is none, or the run is to do without.
  package var remote: RemoteCache?
  /// nil where no other machine was asked.
  var sharedFootprints: SharedFootprints?

  /// Checked where the run is prepared, so that a bad filter is refused before anything starts.
  let filter: CaseFilter?

  var toolchain: Toolchain { pipeline.toolchain }

  /// The workspace as it is run.
  package func workspace() -> RunWorkspace {
    RunWorkspace(
      outcome.graph, root: pipeline.workspace.location.root, readLockfile: { lockfile(of: $0) },
      excuse: { isForXcode($0) ? ModuleReport.needsXcodebuild : config.excuse(for: $0) })
  }

  /// With the files of the working tree as they are now, and the same selection.
  func lookingAgain() throws(Failure) -> RunPreparation {
    var result = self
    result.pipeline = pipeline.on(try pipeline.workspace.lookedAtAgain(world.environment))
    return result
  }

  /// What is asked for: `tests` are the test modules to run, unaffected ones among them; nil: all that are affected.
  /// `builds` are the other modules that a run of tests has to build; nil: likewise.
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

  /// The test modules that the change does not reach; nil where others are left out as well, or another command than
  /// for tests was given.
  var unselectedTests: [ModuleID]? {
    guard action == .test, share == nil, !namesModules, options.selection.depth == nil else { return nil }
    let selected = Set(outcome.report.selection.tests)
    return outcome.graph.listedModules.filter { $0.kind == .test && !selected.contains($0.id) }.map(\.id)
  }

  /// True when only some modules are asked about.
  var namesModules: Bool {
    let selection = options.selection
    return selection.namesModules || !selection.tags.isEmpty || !selection.notTags.isEmpty || options.failed
  }

  /// The affected modules that a run of tests answers for by building them.
  package var buildable: Set<ModuleID> { share?.builds ?? outcome.report.selection.buildable }

  /// What `env` of modules lets through: those modules see it, and all that is built upon them, whose keys hold its
  /// value as well.
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

  /// Never anybody else's scratch folder.
  var scratchRoot: String { ScratchRoot.path(inWorkspace: pipeline.workspace.location.root) }

  /// SwiftPM reads it from the disk, where a copy of another revision may not lie yet.
  private func lockfile(of package: RelativePath) -> [UInt8]? {
    let workspace = pipeline.workspace
    let path = package.appending(PackageFile.lockfile)
    if workspace.location.root == workspace.originalRoot {
      return LocalFiles.read(workspace.location.absolutePath(of: path))
    }
    return (try? workspace.tree.contents(of: path)) ?? nil
  }

  var environment: RunEnvironment { .of(config, toolchain: toolchain, world.environment) }

  /// The names of what no test of this run saw, unless a module asked for it.
  package var withheld: [String] {
    let own = Set(config.modules.flatMap(\.settings.env))
    return environment.withheld.filter { !own.contains($0) }
  }

  private var config: WorkspaceConfig { outcome.config }

  private var settings: RunSettings {
    RunSettings(
      pipeline.settings,
      jobs: options.jobs ?? config.run.jobs ?? world.processors, execution: config.run.execution,
      failFast: options.failFast,
      limits: TestLimits(
        retries: options.retries, timeout: options.timeoutSeconds.map { .seconds($0) }),
      ownLimits: ownLimits, filter: filter, viaSwiftTest: options.viaSwiftTest,
      auditsInputs: options.auditsInputs)
  }

  /// What the configuration says of single test modules; a flag beats it.
  private var ownLimits: [ModuleID: TestLimits] {
    var result: [ModuleID: TestLimits] = [:]
    // Also of those that an audit draws or a plan names.
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
  /// For whoever only asks what is on record, or what would be run: all of it, and no other machine.
  package init(
    asking outcome: SelectionPipeline.Outcome, _ pipeline: SelectionPipeline,
    _ options: RunOptions = RunOptions()
  ) {
    self.init(
      action: .test, options: options, outcome: outcome, pipeline: pipeline, world: pipeline.world,
      share: nil,
      filter: nil)
  }
}

extension Selection {
  /// The modules without tests that can be built.
  var buildable: Set<ModuleID> {
    Set(modules.filter(\.kind.isBuiltByRuns).map(\.id))
  }
}

extension WorkspaceConfig {
  /// Why this machine cannot build a module; nil: it can.
  fileprivate func excuse(for module: ModuleID) -> String? {
    let hosts = settings(for: module).hosts.map(\.rawValue)
    return hosts.isEmpty || hosts.contains(HostPlatform.name)
      ? nil : "is for \(Set(hosts).sorted().joined(separator: ", "))"
  }
}
