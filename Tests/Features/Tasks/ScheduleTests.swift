import Base
import TestSupport
import Testing

@testable import Features

@Suite struct ScheduleTests {
  /// What was begun in which order, and what was not, for which reason.
  private func run(
    _ before: [[Int]], failing: Set<Int> = [], jobs: Int = 3, failFast: Bool = false
  ) -> (done: [Int], skipped: [Int: TaskSchedule.Obstacle]) {
    let state = Guarded<(done: [Int], ended: Set<Int>, skipped: [Int: TaskSchedule.Obstacle])>(([], [], [:]))
    let schedule = TaskSchedule(
      order: Array(before.indices), before: before, jobs: jobs, failFast: failFast,
      supervisor: ProcessSupervisor())
    schedule.run(
      perform: { position in
        state.with { state in
          #expect(Set(before[position]).isSubset(of: state.ended))
          state.done.append(position)
          if !failing.contains(position) { state.ended.insert(position) }
        }
        return !failing.contains(position)
      }, skip: { position, obstacle in state.with { $0.skipped[position] = obstacle } })
    return state.with { ($0.done, $0.skipped) }
  }

  @Test func whatNeedsAFailureIsSkippedAndTheRestGoesOn() {
    let (done, skipped) = run([[], [0], [1], []], failing: [0])
    #expect(Set(done) == [0, 3])
    #expect(skipped == [1: .needs(0), 2: .needs(1)])
  }

  @Test func failFastBeginsNothingMore() {
    let (done, skipped) = run([[], [], []], failing: [0], jobs: 1, failFast: true)
    #expect(done == [0])
    #expect(skipped == [1: .failFast, 2: .failFast])
  }

  @Test func randomOrdersAreKept() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<60 {
      let before = (0..<20).map { position in
        (0..<position).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      }
      let failing = Set((0..<20).filter { _ in Int.random(in: 0..<9, using: &random) == 0 })
      let (done, skipped) = run(before, failing: failing, jobs: Int.random(in: 1...6, using: &random))
      #expect(Set(done).union(skipped.keys) == Set(0..<20) && done.count + skipped.count == 20)
      var wrong: Set<Int> = []
      for position in 0..<20 where failing.contains(position) || !wrong.isDisjoint(with: before[position]) {
        wrong.insert(position)
      }
      #expect(
        Set(skipped.keys) == wrong.filter { position in before[position].contains(where: wrong.contains) })
    }
  }
}
