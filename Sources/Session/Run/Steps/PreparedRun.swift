package import Arguments
package import Base
import Graph
import Reports
package import Runner
package import Store
import SwiftSources
import Xcode

/// A run that is decided on, and its place.
///
/// Each step of a run is a value. Only the step before can make it, and only the next one consumes it. So no step is
/// forgotten.
/// The steps are: prepared, planned, claimed, ready, executed, settled.
package struct PreparedRun {
  package private(set) var preparation: RunPreparation
  let place: RevisionRun
  /// The location of the workspace itself, also when the run happens in a copy.
  package let location: WorkspaceLocation
  let console: CommandOutput
  /// Warnings about things that the run does without.
  let doubts: [Warning]

  /// `session` found `outcome`.
  static func prepare(
    _ action: RunPlan.Action, _ options: RunOptions, _ outcome: Session.Selected,
    _ session: Session, _ console: CommandOutput, _ remote: RunRemote, plan: PlanFile? = nil
  ) throws(Failure) -> PreparedRun {
    try refuseSanitizers(
      of: session.settings, session.toolchain,
      RunEnvironment.of(session.workspace.config, toolchain: session.toolchain, session.world.environment))
    let share = try share(outcome, options.shard, plan, session.settings)?.narrowed(
      by: options.selection.narrowing + (options.failed ? ["failed"] : []))
    let place = try RevisionRun.place(
      for: subject(action, options, outcome, share, session.world), in: session)
    let filter = try options.filter.map { pattern throws(Failure) in try CaseFilter(pattern) }
    var preparation = RunPreparation(
      action: action, options: options, outcome: outcome, session: place.session, world: session.world,
      share: share, filter: filter)
    preparation.quarantine = Quarantine(
      outcome.config.quarantine, base: session.quarantineBase(outcome, plan),
      today: Timestamp.date(session.world.date()))
    preparation.remote = remote.cache
    preparation.sharedFootprints = remote.footprints
    return PreparedRun(
      preparation: preparation, place: place, location: session.workspace.location, console: console,
      doubts: remote.doubts
        + (action == .test ? preparation.quarantine.warnings(about: preparation.tests) : []))
  }

  /// A shard also runs planned modules that are not selected here, and an audit may draw any.
  private static func subject(
    _ action: RunPlan.Action, _ options: RunOptions, _ outcome: Session.Selected, _ share: RunShare?,
    _ world: World
  ) -> RevisionRun.Subject {
    var subject: RevisionRun.Subject
    if options.audit != nil {
      subject = RevisionRun.Subject(outcome, outcome.graph.modules.map(\.id))
    } else if let share {
      subject = RevisionRun.Subject(outcome, share.builds.union(share.tests))
    } else {
      subject = RevisionRun.Subject(outcome)
    }
    let bundles = share?.bundles ?? RunShare.Bundles(outcome).selected
    let mayRunXcode =
      !bundles.isEmpty || outcome.graphWithProjects.unreadFolders.contains(where: \.isXcodeProject)
    subject.isReadByXcode = action == .test && mayRunXcode && XcodeTools(world.environment) != nil
    return subject
  }

  private static func share(
    _ outcome: Session.Selected, _ shard: Shard?, _ plan: PlanFile?, _ settings: BuildSettings
  ) throws(Failure) -> RunShare? {
    guard let shard else { return nil }
    let (selection, graph) = (outcome.report.selection, outcome.graph)
    let bundles = RunShare.Bundles(outcome)
    guard let plan else {
      return RunShare(
        shard, tests: selection.tests, builds: outcome.buildable, bundles, in: graph, settings: settings)
    }
    return try RunShare(
      shard, of: plan, tests: selection.tests, builds: outcome.buildable, bundles, in: graph,
      headCommit: outcome.report.revisions.head.commit, settings: settings)
  }

  /// Returns the run with the current files of the working tree.
  func refreshed() throws(Failure) -> PreparedRun {
    var result = self
    result.preparation = try preparation.refreshed()
    return result
  }

  /// Looks up what need not run, and plans the rest.
  package func plan() throws(Failure) -> PlannedRun {
    var history = RunHistory.open(preparation.world, location)
    let (results, doubts) = try RunResults.open(preparation, place)
    history.complete(results.toRun, from: preparation.sharedDurations)
    var request = preparation.request(
      tests: preparation.action == .test ? results.toRun : nil, builds: results.toBuild)
    let workspace = request.isEmpty ? .empty : preparation.workspace(isCopy: place.isCopy)
    request.expectedSeconds = history.expectedSeconds
    request.failedBefore = history.failedBefore
    let course = RunCourse(
      prepared: self, workspace: workspace, plan: preparation.plan(request, in: workspace),
      xcode: try preparation.xcodePlan(), history: history, warnings: self.doubts + doubts)
    return PlannedRun(course: course, results: results)
  }
}

extension PreparedRun {
  /// Finds the modules that the change affects, and prints warnings about them.
  package static func open(
    _ action: RunPlan.Action, _ options: RunOptions, _ world: World, _ global: GlobalOptions,
    _ console: CommandOutput
  ) throws(Failure) -> (run: PreparedRun, outcome: Session.Selected) {
    try refuseImpossible(options)
    let plan = try options.plan.map { file throws(Failure) in try PlanFile.read(file, world) }
    var selection = options.selection
    (selection.namesStandForTests, selection.takesBundles) = (action == .test, action == .test)
    // Names only narrow the modules that failed.
    selection.namesOnlyFilter = options.failed
    selection = selection.following(plan)
    // A run is about this machine, so dependencies of other platforms do not count.
    selection.platform = selection.platform ?? HostPlatform.name
    var session = try Session.open(
      world, global, selection, swiftArguments: options.swiftArguments)
    let remote = try RunRemote.open(for: options, &session)
    let failed = try failedBefore(options, session.workspace.location, world, console)
    // Failed tests run whatever has changed since.
    if failed != nil { selection.all = true }
    let outcome = try session.select(selection, only: failed.map { Set($0.modules) })
    try refuse(outcome)
    if action == .test, !selection.allowsEmpty {
      try session.workspace.refuseTestless(outcome.graphWithProjects)
    }
    let untested =
      action == .test && plan == nil && !selection.allowsEmpty && outcome.report.isByName
      ? try outcome.named?.refuseUntested() ?? [] : []
    if !global.json { console.warn(outcome.report.allWarnings + untested) }
    return (try prepare(action, options, outcome, session, console, remote, plan: plan), outcome)
  }

  private static func failedBefore(
    _ options: RunOptions, _ location: WorkspaceLocation, _ world: World, _ console: CommandOutput
  ) throws(Failure) -> FailedBefore? {
    guard options.failed else { return nil }
    let failed = try FailedBefore(location, world)
    if failed.modules.isEmpty, failed.hasLastRunFailed {
      console.note(
        "\("hint: ", .dim)no test module failed in the last run, something else did; `ambit test` tries it again"
      )
    }
    return failed
  }

  private static func refuseImpossible(_ options: RunOptions) throws(Failure) {
    if options.measuresCoverage, RunSettings().viaSwiftTest {
      throw Failure(
        code: "no-coverage",
        message: "coverage cannot be measured here: Ambit cannot start the tests itself",
        hints: ["call `swift test --enable-code-coverage` in a package"])
    }
    if options.plan != nil, options.shard == nil {
      throw Failure.usage("'--plan' needs the number of a shard", hints: ["give it with '--shard 1/8'"])
    }
    if options.auditsInputs, !options.dryRun, let obstacle = ProcessObserver.obstacle() {
      throw Failure(
        code: "unobservable",
        message: "Ambit cannot see here which files tests and builds read: \(obstacle)",
        hints: ["`ambit doctor` lists the requirements"])
    }
  }

  /// Refuses what SwiftPM cannot build, before anything starts.
  private static func refuse(_ outcome: Session.Selected) throws(Failure) {
    if let cycle = CycleFinder.cycles(in: outcome.graph).first {
      throw Failure(
        code: Session.cycleCode, message: Session.sentence(for: cycle),
        hints: ["SwiftPM cannot build a cycle; remove one of these dependencies"])
    }
  }

  /// Refuses sanitizers that the compiler lacks. A build would fail at its first file, with a less clear message.
  private static func refuseSanitizers(
    of settings: BuildSettings, _ toolchain: Toolchain, _ environment: RunEnvironment
  ) throws(Failure) {
    guard !settings.sanitizers.isEmpty else { return }
    let command = Command(
      executable: toolchain.swiftCompiler,
      arguments: ["-print-target-info"] + settings.sanitizers.map { "-sanitize=\($0)" },
      environment: environment.swiftPM, workingFolder: "/")
    let output = try command.run(outputLimit: 1 << 16, timeout: .seconds(60))
    guard !output.status.isSuccess else { return }
    let said = output.stderrText.split(separator: "\n").first { $0.hasPrefix("error: ") }
    let reason = said.map { String($0.dropFirst("error: ".count)) } ?? "\(output.status)"
    let names = settings.sanitizers.joined(separator: " ")
    throw Failure(
      code: "no-sanitizer",
      message: "the compiler of this toolchain cannot build with '--sanitize \(names)': \(reason)",
      hints: [
        settings.sanitizers.count > 1
          ? "name one at a time"
          : settings.sanitizers.contains("undefined")
            ? "on Linux Swift has 'address' and 'thread', one at a time"
            : "name 'address' or 'thread', whichever has its library in the toolchain"
      ])
  }
}

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

  /// Returns the workspace as it is run. `isCopy` is true in a copy of a revision.
  package func workspace(isCopy: Bool = false) -> RunWorkspace {
    RunWorkspace(
      outcome.graph, root: session.workspace.location.root, isCopy: isCopy, read: { file(at: $0) },
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
