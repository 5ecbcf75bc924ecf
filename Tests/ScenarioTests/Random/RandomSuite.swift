import Base
import ProgramSupport
import Testing

/// Random edits to random workspaces: what is selected is what the oracle says, and what has another key.
struct RandomSuite {
  private static let cases = RandomCases(perRun: 40)

  @Test(arguments: cases.all)
  func `agrees with the oracle and with keys`(random: RandomCase) throws {
    let cacheHome = try Self.cases.cacheHome(for: random)
    try random.check { random in
      let folder = try random.played(cacheHome: cacheHome)
      let words = [
        Self.problem(with: random, in: folder), try KeyComparison.problem(with: random, in: folder),
      ].compactMap { $0 }
      return words.isEmpty ? nil : words.joined(separator: "; ")
    }
  }

  /// How the product's answer differs from the oracle's; nil when it does not.
  private static func problem(with random: RandomCase, in folder: ScenarioFolder) -> String? {
    let outcome = AmbitRun.run(["affected", "--json"], in: folder.root, environment: folder.environment)
    let wanted = Oracle.affected(from: random.base, to: random.head)
    let found = Set(outcome.modules.keys)
    guard outcome.exitCode == 0, outcome.json?["fallback"]?.isNull == true else {
      return "no plain answer: \(outcome.errors)\(outcome.output.prefix(500))"
    }
    let missed = wanted.subtracting(found).sorted()
    let extra = found.subtracting(wanted).sorted()
    let words = [
      missed.isEmpty ? nil : "MISSED \(missed.joined(separator: " "))",
      extra.isEmpty ? nil : "over-selected \(extra.joined(separator: " "))",
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
