import Graph
import TestSupport
import Testing

@testable import Runner

/// Random histories, and what plain Swift over all that was recorded says of them.
@Suite("Queries against an oracle")
struct OracleTests {
  private struct Entry {
    let run: Int
    let isComplete: Bool
    let module: ModuleReport
  }

  private static let names = ["A", "B", "C", "D"]

  private func randomRuns(_ random: inout SeededGenerator, into history: History) throws -> [Entry] {
    var entries: [Entry] = []
    for run in 0..<Int.random(in: 1..<40, using: &random) {
      let isFiltered = Int.random(in: 0..<6, using: &random) == 0
      let outcome: RunReport.Outcome = Int.random(in: 0..<6, using: &random) == 0 ? .stopped : .passed
      let modules = Self.names.filter { _ in Bool.random(using: &random) }.map { name in
        ModuleReport.passed(
          name, Double(Int.random(in: 0..<50, using: &random)),
          ModuleReport.Outcome.allCases.randomElement(using: &random) ?? .passed,
          key: ["k1", "k2", "k3", nil].randomElement(using: &random) ?? nil)
      }
      try history.record(.of(modules, outcome), .at(run, isFiltered: isFiltered))
      let isComplete = !isFiltered && outcome != .stopped
      entries += modules.map { Entry(run: run, isComplete: isComplete, module: $0) }
    }
    return entries
  }

  @Test("durations and flakiness", arguments: 0..<25)
  func agrees(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sandbox = try HistorySandbox()
    let history = sandbox.history()
    _ = try randomRuns(&random, into: sandbox.history(of: "/other"))
    let entries = try randomRuns(&random, into: history)
    let count = try history.runCount()
    let last = Int.random(in: 1...count, using: &random)
    for last in [nil, last] {
      let start = count - (last ?? count)
      let seen = entries.filter { $0.isComplete && $0.run >= start }
      let byModule = Dictionary(grouping: seen, by: \.module.id)
      let durations = try history.moduleDurations(last: last)
      let expected = byModule.compactMapValues { entries -> Double? in
        let seconds = entries.filter { $0.module.outcome == .passed }.map(\.module.seconds).suffix(9)
        return seconds.isEmpty ? nil : Array(seconds).median
      }
      #expect(Dictionary(uniqueKeysWithValues: durations.map { ($0.id, $0.seconds) }) == expected)
      #expect(durations.map(\.seconds) == durations.map(\.seconds).sorted(by: >))
      let flaky = try history.flakyModules(last: last)
      let misbehaved = byModule.mapValues(Self.misbehaviour).filter { !$0.value.isEmpty }
      #expect(
        Dictionary(uniqueKeysWithValues: flaky.map { ($0.id, $0.retried + $0.contradicted) })
          == misbehaved.mapValues(\.count))
      #expect(
        Dictionary(uniqueKeysWithValues: flaky.map { ($0.id, $0.last) })
          == misbehaved.compactMapValues { $0.map(\.run).max() })
    }
  }

  /// Passes after a retry, and failures of what also passed.
  private static func misbehaviour(_ entries: [Entry]) -> [Entry] {
    let passed = Set(entries.filter { $0.module.outcome.isSuccess }.compactMap(\.module.key))
    return entries.filter { entry in
      switch entry.module.outcome {
      case .flaky: true
      case .failed, .crashed, .timedOut: entry.module.key.map(passed.contains) ?? false
      case .passed, .cached, .skipped, .buildFailed, .noVerdict: false
      }
    }
  }
}
