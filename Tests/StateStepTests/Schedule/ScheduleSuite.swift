import Foundation
import TestSupport
import Testing

/// No schedule of edits, switches, moves, kills and runs leads to a verdict that the contents do not have.
///
/// Usually 60 steps with a fresh seed, by one of the engines; `AMBIT_SCHEDULE_STEPS=2000` takes so many,
/// `AMBIT_SCHEDULE_SEED=7` goes through that schedule, `AMBIT_SCHEDULE_ENGINE=swiftbuild` builds by that engine.
@Suite(.serialized)
struct ScheduleSuite {
  /// So many steps in one workspace: what happened long ago matters little.
  private static let batch = 60

  private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  @Test func `verdicts are those of the contents`() throws {
    let seed = Self.variable("AMBIT_SCHEDULE_SEED").flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
    let engine = Self.variable("AMBIT_SCHEDULE_ENGINE") ?? (seed % 2 == 0 ? "native" : "swiftbuild")
    var rest = Self.variable("AMBIT_SCHEDULE_STEPS").flatMap { Int($0) } ?? Self.batch
    var batch = seed
    while rest > 0 {
      do {
        var run = try ScheduleRun(engine: engine, seed: batch)
        try run.run(min(rest, Self.batch))
        print("schedule: seed \(batch), \(engine), \(run.verdicts) verdicts")
      } catch let problem as ScheduleRun.Problem {
        Issue.record("AMBIT_SCHEDULE_SEED=\(batch) AMBIT_SCHEDULE_ENGINE=\(engine): \(problem)")
        return
      }
      rest -= Self.batch
      batch += 2
    }
  }
}
