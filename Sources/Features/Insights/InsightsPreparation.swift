import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session

/// Collects the data of `ambit insights` about past runs.
struct InsightsPreparation {
  let pipeline: SelectionPipeline
  let options: InsightsOptions
  let history: History

  /// Without a date, commits of this many days tell what changes often.
  private static let usualDays = 90
  private static let secondsOfDay = 86_400

  static func open(_ options: InsightsOptions, _ world: World, _ global: GlobalOptions)
    throws(Failure) -> Self
  {
    var selection = SelectionOptions()
    selection.platform = options.platform
    let pipeline = try SelectionPipeline.open(world, global, selection)
    guard let history = History.of(pipeline.workspace.location, world) else {
      throw Failure(
        code: "no-cache-folder", message: "there is no folder for the history",
        hints: ["set XDG_CACHE_HOME or HOME"])
    }
    return Self(pipeline: pipeline, options: options, history: history)
  }

  func report(last: Int?, since: Int?) throws(Failure) -> InsightsReport {
    let runs = try history.savings(last: last, since: since ?? 0)
    // The other tables are about the same runs.
    let modules = try history.moduleDurations(last: runs.count)
    let cases = try history.caseDurations(last: runs.count)
    let flaky = try history.flakyModules(last: runs.count)
    let (costly, window, warnings) = try costly(since: since)
    return InsightsReport(
      runs: runs.reversed(), modules: modules, cases: cases, flaky: flaky, costly: costly, window: window,
      since: since, now: pipeline.world.date(), warnings: warnings)
  }

  private func costly(
    since: Int?
  ) throws(Failure) -> ([InsightsReport.CostlyModule], MetricsReport.Window?, [Warning]) {
    let workspace = pipeline.workspace
    let loaded = try pipeline.wholeWorkspace(reach: .packagesAndProjects)
    let graph = loaded.headWithProjects
    let source = MetricsSource(
      pipeline: pipeline, graph: graph, tree: workspace.head.tree, config: workspace.config)
    let (facts, window, unread) = try source.facts(upTo: workspace.head.commit, days: days(since))
    let costs = ModuleCosts(graph, facts, history)
    let coupling = Coupling(graph, platforms: platforms)
    let costly = graph.modules.numbered.compactMap { index, module -> InsightsReport.CostlyModule? in
      guard module.kind != .unknown, let changes = facts[index].commits?.count, changes > 0 else {
        return nil
      }
      let reached = coupling.reach(from: [index]).map { graph.modules[$0] }
      var cost = Cost()
      for other in reached { cost += costs.cost(of: other.id, other.kind) }
      return .init(
        id: module.id, changes: changes, reached: reached.count - 1,
        tests: reached.count(where: \.kind.isTest), cost: cost)
    }
    return (
      costly.sorted { ($1.total, $0.id) < ($0.total, $1.id) },
      window.map { .init(days: $0.days, commits: $0.count, isCut: $0.isCut, isLimited: $0.isLimited) },
      loaded.warnings + UnknownPackages.warnings(for: loaded.unknownPackages) + unread
    )
  }

  private var platforms: Set<String>? {
    var selection = SelectionOptions()
    selection.platform = options.platform
    return pipeline.platforms(selection)
  }

  private func days(_ since: Int?) -> Int {
    guard let since else { return Self.usualDays }
    return max(1, (pipeline.world.date() - since + Self.secondsOfDay - 1) / Self.secondsOfDay)
  }
}
