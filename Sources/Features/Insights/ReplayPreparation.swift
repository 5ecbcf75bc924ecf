import Arguments
import GitBridge
import Graph
import Reports
import Runner
import Session
import SwiftSources

/// Collects the data of `ambit insights replay` about past commits.
struct ReplayPreparation {
  let pipeline: SelectionPipeline
  let options: InsightsOptions

  static func open(_ options: InsightsOptions, _ world: World, _ global: GlobalOptions)
    throws(Failure)
    -> Self
  {
    var selection = SelectionOptions()
    selection.platform = options.platform
    selection.change = .revisions(base: nil, head: "HEAD", fromMergeBase: true)
    return Self(pipeline: try SelectionPipeline.open(world, global, selection), options: options)
  }

  func report(last: Int) throws(Failure) -> ReplayReport {
    guard let head = pipeline.workspace.head.commit else {
      throw Failure(
        code: "no-commit", message: "there is no commit to replay", hints: ["commit something first"])
    }
    let line = try Failure.wrapping {
      try pipeline.workspace.repository.mainLine(upTo: head, last: last)
    }
    let history = History.of(pipeline.workspace.location, pipeline.world)
    let loaded = try pipeline.wholeWorkspace(reach: .packagesAndProjects)
    let graph = loaded.headWithProjects
    let source = MetricsSource(
      pipeline: pipeline, graph: graph, tree: pipeline.workspace.head.tree,
      config: pipeline.workspace.config)
    let (facts, _, unread) = try source.facts(upTo: nil, days: 0)
    let costs = ModuleCosts(graph, facts, history)
    let (replay, remembered) = try ReplayWalk(pipeline, platform: options.platform).replay(line.steps)
    return ReplayReport(
      steps: steps(replay, costs), asked: last, isCut: line.isCut, remembered: remembered,
      gates: gates(history), costs: costs, warnings: loaded.warnings + unread)
  }

  private func steps(_ replay: Replay, _ costs: ModuleCosts) -> [ReplayReport.Step] {
    // An unjudged commit gets the modules of its neighbour.
    let newest = replay.commits.lazy.compactMap { commit -> Int? in
      if case .reached(_, let list) = commit.finding { list } else { nil }
    }.first
    var known = newest.map { replay.lists[$0] } ?? []
    return replay.commits.map { commit in
      switch commit.finding {
      case .reached(let places, let list):
        known = replay.lists[list]
        return .init(commit: commit, forecast: CommitForecast(known, reached: places, costs))
      case .unknown:
        return .init(
          commit: commit, forecast: CommitForecast(known, reached: Array(known.indices), costs))
      }
    }
  }

  /// The seconds that each gate saved after selection, in the recorded runs.
  private func gates(_ history: History?) -> ReplayReport.Gates? {
    guard let runs = try? history?.savings().filter({ !$0.run.facts.isFiltered }), !runs.isEmpty else {
      return nil
    }
    var gates = ReplayReport.Gates(runs: runs.count)
    for run in runs {
      gates.seconds += run.ranSeconds
      for reuse in run.reuse {
        gates.seconds += reuse.seconds
        gates.byGate[reuse.gate ?? .key, default: 0] += reuse.seconds
      }
    }
    return gates.seconds > 0 ? gates : nil
  }
}

extension ModuleCosts {
  /// Costs by the durations of the last runs, or by lines where there are none.
  init(
    _ graph: WorkspaceGraph, _ facts: Indexed<ModuleIndex, ModuleFacts>, _ history: History?
  ) {
    // Lines of Xcode targets are not counted, so only runs tell their costs.
    let known = graph.modules.numbered.filter { index, module in
      module.kind != .unknown && (module.target == nil || facts[index].seconds != nil)
    }.map { index, module in
      (
        module.id,
        Facts(
          kind: module.kind, lines: facts[index].sources.lines.code, seconds: facts[index].seconds,
          buildSeconds: facts[index].buildSeconds)
      )
    }
    self.init(
      Dictionary(known) { first, _ in first },
      // An unreadable history gives no costs. `ambit history` tells why.
      buildSeconds: history.flatMap { (try? $0.buildSecondsOfModule()) ?? nil })
  }
}
