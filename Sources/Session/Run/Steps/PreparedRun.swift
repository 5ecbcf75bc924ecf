package import Arguments
package import Base
import Graph
import Reports
package import Runner
import Store
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
    let workspace = request.isEmpty ? .empty : preparation.workspace()
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
