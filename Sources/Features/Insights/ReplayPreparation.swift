import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import SwiftSources

/// Collects the data of `ambit insights replay` about past commits.
struct ReplayPreparation {
  let session: Session
  let options: InsightsOptions

  static func open(_ options: InsightsOptions, _ world: World, _ global: GlobalOptions)
    throws(Failure) -> Self
  {
    var selection = options.selection
    selection.change = .revisions(base: nil, head: "HEAD", fromMergeBase: true)
    return Self(session: try Session.open(world, global, selection), options: options)
  }

  func report(last: Int) throws(Failure) -> ReplayReport {
    guard let head = session.workspace.head.commit else {
      throw Failure(
        code: "no-commit", message: "there is no commit to replay", hints: ["commit something first"])
    }
    let line = try session.workspace.repository.mainLine(upTo: head, last: last)
    let history = History.of(session.workspace.location, session.world)
    let loaded = try session.wholeWorkspace(kinds: .packagesAndProjects)
    let graph = loaded.headWithProjects
    let source = MetricsSource(
      session: session, graph: graph, tree: session.workspace.head.tree,
      config: session.workspace.config)
    let (facts, _, unread) = try source.facts(upTo: nil, days: 0)
    let costs = ModuleCosts(graph, facts, history)
    let walk = ReplayWalk(session, platform: options.selection.platform, trying: try triedConfiguration())
    let (replay, remembered) = try walk.replay(line.steps)
    return ReplayReport(
      steps: steps(replay, costs), asked: last, isCut: line.isCut, remembered: remembered,
      gates: gates(history), costs: costs, warnings: loaded.warnings + unread)
  }

  /// The text of the workspace.json to try, after a look at its mistakes.
  private func triedConfiguration() throws(Failure) -> [UInt8]? {
    guard let file = options.tried else { return nil }
    guard let text = LocalFiles.read(session.world.absoluteText(file.bytes)) else {
      throw Failure.usage("\(file.quoted) cannot be read", hints: ["name a workspace.json with '--try'"])
    }
    _ = try WorkspaceConfig.parse(text, fileName: file.description)
    return text
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

/// The result of `ambit insights replay`, from past commits.
struct ReplayReport: Sendable {
  struct Step: Sendable {
    let commit: Replay.Commit
    let forecast: CommitForecast

    /// The reason why everything was selected; nil where Ambit could tell what the commit reaches.
    var unknown: String? {
      if case .unknown(let reason) = commit.finding { reason } else { nil }
    }
  }

  /// The share of selected test seconds that each gate saved in past runs.
  struct Gates: Sendable, Hashable {
    var runs: Int
    var seconds = 0.0
    var byGate: [Gate: Double] = [:]

    func share(_ gate: Gate) -> Double { seconds > 0 ? (byGate[gate] ?? 0) / seconds : 0 }
  }

  /// The commits, newest first.
  let steps: [Step]
  /// The number of commits that were asked for.
  let asked: Int
  /// True when the clone is shallow and has too few commits.
  let isCut: Bool
  /// The number of commits whose result an earlier replay had stored.
  let remembered: Int
  /// The savings of gates; nil where history has no run.
  let gates: Gates?
  let costs: ModuleCosts
  let warnings: [Warning]

  var total: CommitForecast {
    steps.reduce(into: CommitForecast()) { sum, step in
      sum.selected += step.forecast.selected
      sum.everything += step.forecast.everything
    }
  }

  var unknown: [Step] { steps.filter { $0.unknown != nil } }
  var noted: [Step] { steps.filter { $0.commit.note != nil } }

  /// Sentences that say how the replay's figures were measured or estimated.
  var basis: [String] {
    let tests =
      costs.isTestGuessed
      ? "no test times yet: \(Self.number(ModuleCosts.guessedTestSecondsOfLine * 1000)) s per 1,000 lines is a guess"
      : costs.timed == costs.tests
        ? "test times are from the last passes"
        : "test times are from the last passes for \(costs.timed) of \(costs.tests) test modules; "
          + "the others are estimated at \(Self.number(costs.testSecondsOfLine * 1000)) s per 1,000 lines"
    let builds =
      costs.timedBuilds > 0
      ? "build times are CPU time of compilers, measured for \(costs.timedBuilds) of \(costs.modules) modules"
        + (costs.timedBuilds < costs.modules ? "; the others are estimated from lines" : "")
      : costs.isBuildGuessed
        ? "no build times yet: \(Self.number(ModuleCosts.guessedBuildSecondsOfModule)) s per module is a guess, by lines"
        : "build times are estimates: \(Self.number(costs.buildSecondsOfModule)) s per module, "
          + "as in recorded builds, weighted by lines"
    return [tests, builds]
  }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((min(max(value, 0), 1e9) * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return rest == 0
      ? "\(whole)" : rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
