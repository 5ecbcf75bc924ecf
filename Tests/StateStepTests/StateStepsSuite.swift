import Foundation
import Testing

/// After random steps, a build in a restored scratch folder shows what a cold build shows.
///
/// Usually one step of each kind; `AMBIT_STATE_STEPS=300` takes that many in each workspace; `AMBIT_STATE_WORKSPACE=plans`
/// goes through one of them; `AMBIT_STATE_SEED=77` draws others; `AMBIT_STATE_FIRST=90` begins with that one;
/// `AMBIT_STATE_ENGINE=swiftbuild` builds by that engine.
@Suite(.serialized)
struct StateStepsSuite {
  private static let count = number("AMBIT_STATE_STEPS")
  private static let seed = UInt64(number("AMBIT_STATE_SEED") ?? 48)

  private static var isLong: Bool { count != nil }

  private static var workspaces: [StepWorkspaceKind] {
    let name = ProcessInfo.processInfo.environment["AMBIT_STATE_WORKSPACE"]
    return StepWorkspaceKind.allCases.filter { name == nil || name == $0.rawValue }
  }

  @Test(arguments: workspaces)
  func `a restored build shows what a cold one shows`(kind: StepWorkspaceKind) throws {
    try Self.check(kind, .ambit)
  }

  /// Takes many minutes: `AMBIT_STATE_RULES=1` asks for it.
  @Test(.enabled(if: number("AMBIT_STATE_RULES") != nil), arguments: StepKeeper.TimeRule.allCases)
  func `a wrong rule about times is noticed`(rule: StepKeeper.TimeRule) throws {
    let plan = StepPlan(.plugins, seed: Self.seed, count: 60)
    var tally = StepRun.Tally()
    let run = try StepRun(plan, by: .copying(rule), cold: ColdOutcomes())
    let problem = try run.problem(in: plan.steps, tally: &tally)
    print(
      "state steps: \(rule.rawValue) \(problem.map { "noticed at \($0.step)\n\($0.words)" } ?? "not noticed")"
    )
    #expect((problem == nil) == (rule == .recorded))
  }

  @Test func `a sample has every kind`() {
    let sampled = StepWorkspaceKind.allCases.flatMap { StepKind.sample(for: $0) }
    #expect(Set(sampled) == Set(StepKind.allCases))
  }

  @Test(arguments: StepWorkspaceKind.allCases)
  func `of three hundred steps there are thirty of each kind`(workspace: StepWorkspaceKind) {
    let plan = StepPlan(workspace, seed: Self.seed, count: 300)
    for kind in StepKind.allCases {
      #expect(plan.steps.dropFirst().count { $0.kind == kind } >= 30, "\(kind)")
    }
    let drawn = Dictionary(grouping: plan.steps, by: \.place)
    #expect(StepPlan.Place.allCases.allSatisfy { (drawn[$0] ?? []).count >= 15 })
  }

  /// Goes through the steps of the plan, and records an issue with the fewest steps that show a problem.
  private static func check(_ kind: StepWorkspaceKind, _ keeper: StepKeeper) throws {
    let plan = StepPlan(kind, seed: seed, count: count)
    let cold = try ColdOutcomes()
    var tally = StepRun.Tally()
    let steps = Array(plan.steps.dropFirst(number("AMBIT_STATE_FIRST") ?? 0))
    let problem = try StepRun(plan, by: keeper, cold: cold).problem(in: steps, tally: &tally) { line in
      if isLong { print("state steps, \(kind): \(line)") }
    }
    if isLong { print("state steps, \(kind): \(tally)") }
    guard let problem else { return }
    let (few, words) = try shrunk(plan, to: problem, keeper, cold)
    Issue.record(
      """
      workspace \(kind.rawValue), seed \(seed): \(problem.step)
      \(problem.words)
      In fewer steps:
      \(few.map(\.description).joined(separator: "\n"))
      \(words)
      """)
  }

  /// The last of the steps with as few of those before it as still show a problem, the nearest first.
  private static func shrunk(
    _ plan: StepPlan, to problem: StepRun.Problem, _ keeper: StepKeeper, _ cold: ColdOutcomes
  ) throws -> ([StepPlan.Step], String) {
    let before = plan.steps.prefix { $0.number < problem.step.number }
    for length in [1, 2, 4, 8] where length < before.count {
      let few = Array(before.suffix(length)) + [problem.step]
      var tally = StepRun.Tally()
      let run = try StepRun(plan, by: keeper, cold: cold)
      if let found = try run.problem(in: few, tally: &tally) { return (few, found.words) }
    }
    return (Array(before) + [problem.step], problem.words)
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
