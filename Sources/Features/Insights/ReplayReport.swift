package import Base
package import Runner

/// The result of `ambit insights replay`, from past commits.
package struct ReplayReport: Sendable {
  package struct Step: Sendable {
    package let commit: Replay.Commit
    package let forecast: CommitForecast

    package init(commit: Replay.Commit, forecast: CommitForecast) {
      self.commit = commit
      self.forecast = forecast
    }

    /// The reason why everything was selected; nil where Ambit could tell what the commit reaches.
    package var unknown: String? {
      if case .unknown(let reason) = commit.finding { reason } else { nil }
    }
  }

  /// The share of selected test seconds that each gate saved in past runs.
  package struct Gates: Sendable, Hashable {
    package var runs: Int
    package var seconds = 0.0
    package var byGate: [Gate: Double] = [:]

    package init(runs: Int) { self.runs = runs }

    package func share(_ gate: Gate) -> Double { seconds > 0 ? (byGate[gate] ?? 0) / seconds : 0 }
  }

  /// The commits, newest first.
  package let steps: [Step]
  /// The number of commits that were asked for.
  package let asked: Int
  /// True when the clone is shallow and has too few commits.
  package let isCut: Bool
  /// The number of commits whose result an earlier replay had stored.
  package let remembered: Int
  /// The savings of gates; nil where history has no run.
  package let gates: Gates?
  package let costs: ModuleCosts
  package let warnings: [Warning]

  package init(
    steps: [Step], asked: Int, isCut: Bool, remembered: Int, gates: Gates?,
    costs: ModuleCosts, warnings: [Warning]
  ) {
    self.steps = steps
    self.asked = asked
    self.isCut = isCut
    self.remembered = remembered
    self.gates = gates
    self.costs = costs
    self.warnings = warnings
  }

  package var total: CommitForecast {
    steps.reduce(into: CommitForecast()) { sum, step in
      sum.selected += step.forecast.selected
      sum.everything += step.forecast.everything
    }
  }

  package var unknown: [Step] { steps.filter { $0.unknown != nil } }
  package var noted: [Step] { steps.filter { $0.commit.note != nil } }

  /// Sentences that say how the replay's figures were measured or estimated.
  package var basis: [String] {
    let tests =
      costs.isTestGuessed
      ? "no test module was timed yet: \(Self.number(ModuleCosts.guessedTestSecondsOfLine * 1000)) s for 1,000 lines are a guess"
      : costs.timed == costs.tests
        ? "seconds of tests are those of their last passes"
        : "seconds of tests are those of their last passes for \(costs.timed) of \(costs.tests) test modules; "
          + "the others are estimated by lines, \(Self.number(costs.testSecondsOfLine * 1000)) s for 1,000"
    let builds =
      costs.timedBuilds > 0
      ? "seconds of builds are processor time of compilers, measured for \(costs.timedBuilds) of \(costs.modules) modules"
        + (costs.timedBuilds < costs.modules ? "; the others are estimated by lines" : "")
      : costs.isBuildGuessed
        ? "no build is remembered: \(Self.number(ModuleCosts.guessedBuildSecondsOfModule)) s for a module are a guess, shared out by lines"
        : "seconds of builds are estimates: \(Self.number(costs.buildSecondsOfModule)) s for a module, "
          + "as in the builds that are remembered, shared out by lines"
    return [tests, builds]
  }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((min(max(value, 0), 1e9) * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return rest == 0
      ? "\(whole)" : rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
