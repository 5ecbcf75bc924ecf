import Arguments
import Base
import Graph
import Reports
import Runner
import Session

/// Collects the data of `ambit show`.
struct ShowPreparation {
  let pipeline: SelectionPipeline
  let outcome: SelectionPipeline.Outcome
  let context: ShowContext

  /// Loads the workspace at the head. The change since the last commit is cheap to find, and its graph is remembered.
  init(_ options: ShowOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    var selection = SelectionOptions()
    selection.change = .revisions(base: nil, head: options.head, fromMergeBase: true)
    selection.platform = options.platform
    selection.allowsEmpty = true
    pipeline = try SelectionPipeline.open(world, global, selection)
    let hasCommits = pipeline.workspace.head.commit != nil
    selection.all = !hasCommits
    selection.change = .revisions(base: options.head ?? "HEAD", head: options.head, fromMergeBase: false)
    outcome = try pipeline.run(selection, reach: .packagesAndProjects, lostPackages: .seen)
    try pipeline.workspace.refuseEmpty(outcome.graph)
    // Checking rules takes longest, and the list of teams does not need it.
    let findings = options.subject == .teams ? [] : try Self.findings(outcome, pipeline)
    context = ShowContext(
      outcome.graph, outcome.config, platforms: pipeline.platforms(selection), findings: findings,
      owners: outcome.owners(of:))
  }

  /// The findings for the whole workspace, as in `ambit lint`.
  private static func findings(
    _ outcome: SelectionPipeline.Outcome, _ pipeline: SelectionPipeline
  ) throws(Failure) -> [LintFinding] {
    let subject = LintPreparation.Subject(
      graph: outcome.graph, packages: outcome.loaded.head,
      unknownPackages: LintPreparation.unknown(outcome.loaded),
      owners: outcome.owners.resolver, baseOwners: nil, change: nil, warnings: [])
    let facts = try LintPreparation(pipeline).facts(subject)
    return try LintRules(pipeline)
      .findings(in: subject, facts).findings
  }

  var warnings: [Warning] { outcome.report.warnings + outcome.owners.warnings }
}

// MARK: One module

extension ShowPreparation {
  func module(_ index: ModuleIndex) throws(Failure) -> ShownModule {
    let module = context.graph.modules[index]
    return context.module(index, kept: try kept(module), history: history(of: module.id))
  }

  /// The records of this machine. Other machines are not asked.
  private func kept(_ module: ModuleNode) throws(Failure) -> ShownResults? {
    let place = try RevisionRun.place(for: .init(outcome, [module.id]), in: pipeline)
    let preparation = RunPreparation(asking: outcome, place.pipeline)
    guard let kept = try RunResults.kept(of: module.id, preparation, place), let key = kept.key else {
      return nil
    }
    let state: ShownResults.State =
      module.kind == .test ? (kept.gate == nil ? .nothing : .passed) : kept.isBuilt ? .built : .nothing
    return ShownResults(key: key.text, state: state, obstacle: key.obstacle?.message)
  }

  /// The number of results and slow cases to show.
  private static let listed = 5
  /// A faster case is not worth showing.
  private static let noticed = 0.001

  private func history(of module: ModuleID) -> ShownHistory? {
    guard let history = History.of(pipeline.workspace.location, pipeline.world) else { return nil }
    // Without a history nothing is shown. `ambit history` reports its problems.
    return try? ShownHistory(
      expectedSeconds: history.expectedSeconds()[module], story: history.story(of: module, last: Self.listed),
      cases: Array(
        history.caseDurations().filter { $0.module == module && $0.seconds >= Self.noticed }.prefix(
          Self.listed)),
      flaky: history.flakyModules().first { $0.id == module })
  }
}
