import Base
import Runner

/// The result of `ambit insights replay`, from past commits.
struct ReplayReport: Sendable {
  struct Step: Sendable {
    let commit: Replay.Commit
    let forecast: CommitForecast

    init(commit: Replay.Commit, forecast: CommitForecast) {
      self.commit = commit
      self.forecast = forecast
    }

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

    init(runs: Int) { self.runs = runs }

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
