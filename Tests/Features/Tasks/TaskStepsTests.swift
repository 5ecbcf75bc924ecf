import Base
import Foundation
import TestSupport
import Testing

/// Whatever somebody does between two runs: the outputs are those that the commands make in a fresh copy.
///
/// `AMBIT_TASK_STEPS=2000` takes so many steps, `AMBIT_TASK_SEED=7` draws others. What fails is told with as few steps as it takes.
@Suite struct TaskStepsTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let observes = ProcessObserver.obstacle() == nil
  private static let walks = 4

  @Test(arguments: 0..<walks) func noOutputIsEverStale(_ walk: Int) throws {
    let steps = (Self.number("AMBIT_TASK_STEPS") ?? 48) / Self.walks
    var random = SeededGenerator(seed: UInt64(Self.number("AMBIT_TASK_SEED") ?? 1) &* 1000 &+ UInt64(walk))
    let drawn = (0..<steps).map { _ in TaskStep.random(&random) }
    guard let failure = try Self.failure(of: drawn) else { return }
    let (few, wrong) = try Self.shrunk(Array(drawn.prefix(failure.step + 1)), failure.text)
    Issue.record("after \(few): \(wrong)")
  }

  private static func failure(of steps: [TaskStep]) throws -> (step: Int, text: String)? {
    let place = try TaskStepPlace(observes: observes)
    if let text = try place.check(after: .again) { return (-1, text) }
    for (number, step) in steps.enumerated() {
      try place.take(step)
      if let text = try place.check(after: step) { return (number, text) }
    }
    return nil
  }

  /// Leaves out what is not needed for it, in larger and smaller pieces.
  private static func shrunk(_ steps: [TaskStep], _ text: String) throws -> ([TaskStep], String) {
    var (steps, text) = (steps, text)
    var piece = max(1, steps.count / 2)
    var attempts = 60
    while attempts > 0 {
      var at = 0
      while at < steps.count, attempts > 0 {
        attempts -= 1
        let fewer = Array(steps[..<at] + steps[min(at + piece, steps.count)...])
        if let failure = try failure(of: fewer) {
          (steps, text) = (Array(fewer.prefix(failure.step + 1)), failure.text)
        } else {
          at += piece
        }
      }
      if piece == 1 { break }
      piece /= 2
    }
    return (steps, text)
  }
}
