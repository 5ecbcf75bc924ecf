package import Base

/// Carries instances out, each after what it needs, several at a time.
package struct TaskSchedule: Sendable {
  /// In the order in which they are begun when nothing else decides.
  private let order: [Int]
  /// Of those in `order`, what has to be done before.
  private let before: [Int: [Int]]
  private let jobs: Int
  private let failFast: Bool
  private let supervisor: ProcessSupervisor

  package init(
    order: [Int], before: [Int: [Int]], jobs: Int, failFast: Bool = false,
    supervisor: ProcessSupervisor = .shared
  ) {
    self.order = order
    self.before = before
    self.jobs = max(1, jobs)
    self.failFast = failFast
    self.supervisor = supervisor
  }

  /// Why an instance is not begun.
  package enum Obstacle: Sendable, Hashable {
    /// What it needs failed, or was not begun itself.
    case needs(Int)
    /// Another one failed, and nothing more is to be begun.
    case failFast
    case stopped
  }

  private struct State {
    var waiting: [Int]
    var underway = 0
    /// Whether each that has ended is as it should be.
    var ended: [Int: Bool] = [:]
    var hasFailed = false
  }

  /// `perform` says whether it went well; `skip` is told of what is not begun.
  package func run(
    perform: @escaping @Sendable (Int) -> Bool, skip: @escaping @Sendable (Int, Obstacle) -> Void
  ) {
    let state = Guarded(State(waiting: order))
    let work: @Sendable () -> Void = {
      while let (next, obstacle) = take(state) {
        var isRight = false
        if let obstacle { skip(next, obstacle) } else { isRight = perform(next) }
        state.with { state in
          state.underway -= 1
          state.ended[next] = isRight
          if !isRight, obstacle == nil { state.hasFailed = true }
        }
      }
    }
    _ = concurrentMap(Array(0..<min(jobs, order.count)), jobs: jobs) { _ in work() }
  }

  /// The next that can be begun, or that cannot any more; nil when all have ended.
  private func take(_ state: Guarded<State>) -> (Int, Obstacle?)? {
    while true {
      var found: (Int, Obstacle?)?
      let isOver = state.with { state -> Bool in
        guard let place = state.waiting.indices.first(where: { isDecided(state.waiting[$0], state) }) else {
          return state.waiting.isEmpty
        }
        let next = state.waiting.remove(at: place)
        state.underway += 1
        found = (next, obstacle(to: next, state))
        return false
      }
      if let found { return found }
      if isOver { return nil }
      state.wait { state in
        state.waiting.isEmpty || state.waiting.contains { isDecided($0, state) }
      }
    }
  }

  /// Whether it is known if it can be begun.
  private func isDecided(_ instance: Int, _ state: State) -> Bool {
    let needs = before[instance] ?? []
    return needs.allSatisfy { state.ended[$0] != nil } || needs.contains { state.ended[$0] == false }
  }

  private func obstacle(to instance: Int, _ state: State) -> Obstacle? {
    if supervisor.isStopped { return .stopped }
    if let need = (before[instance] ?? []).first(where: { state.ended[$0] == false }) { return .needs(need) }
    return failFast && state.hasFailed ? .failFast : nil
  }
}
