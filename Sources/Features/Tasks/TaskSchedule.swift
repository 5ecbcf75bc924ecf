import Base
import Runner

/// Runs task instances, several at a time, each after the instances that it needs.
struct TaskSchedule: Sendable {
  /// The instances by position, in the order in which they start when nothing else decides.
  private let order: [Int]
  /// The instances that must end before an instance starts, by its position.
  private let before: [[Int]]
  private let jobs: Int
  private let failFast: Bool
  private let supervisor: ProcessSupervisor

  init(
    order: [Int], before: [[Int]], jobs: Int, failFast: Bool = false,
    supervisor: ProcessSupervisor = .shared
  ) {
    self.order = order
    self.before = before
    self.jobs = max(1, jobs)
    self.failFast = failFast
    self.supervisor = supervisor
  }

  /// The reason that an instance does not start.
  enum Obstacle: Sendable, Hashable {
    /// An instance that it needs failed, or did not start itself.
    case needs(Int)
    /// Another instance failed, and `--fail-fast` starts no more.
    case failFast
    case stopped
  }

  private struct State {
    var waiting: [Int]
    /// The instances that have ended. True for those that succeeded.
    var ended: [Int: Bool] = [:]
    var hasFailed = false
  }

  /// Runs all instances. `perform` returns true when the instance succeeded. `skip` gets the instances that do not
  /// start.
  func run(
    perform: @escaping @Sendable (Int) -> Bool, skip: @escaping @Sendable (Int, Obstacle) -> Void
  ) {
    let state = Guarded(State(waiting: order))
    _ = concurrentMap(Array(0..<min(jobs, order.count)), jobs: jobs) { _ in
      while let (next, obstacle) = take(state) {
        var isRight = false
        if let obstacle { skip(next, obstacle) } else { isRight = perform(next) }
        state.with { state in
          state.ended[next] = isRight
          if !isRight, obstacle == nil { state.hasFailed = true }
        }
      }
    }
  }

  /// Returns the next instance that can start, or that never can. Returns nil when none waits any more.
  private func take(_ state: Guarded<State>) -> (Int, Obstacle?)? {
    func place(_ state: State) -> Int? { state.waiting.firstIndex { isDecided($0, state) } }
    while true {
      state.wait { $0.waiting.isEmpty || place($0) != nil }
      // Another thread may have been faster.
      let taken = state.with { state -> (Int, Obstacle?)? in
        guard let place = place(state) else { return nil }
        let next = state.waiting.remove(at: place)
        return (next, obstacle(to: next, state))
      }
      if taken != nil || state.look(\.waiting.isEmpty) { return taken }
    }
  }

  /// Returns true when all that the instance needs has ended, or one of those failed.
  private func isDecided(_ instance: Int, _ state: State) -> Bool {
    before[instance].allSatisfy { state.ended[$0] != nil }
      || before[instance].contains { state.ended[$0] == false }
  }

  private func obstacle(to instance: Int, _ state: State) -> Obstacle? {
    if supervisor.isStopped { return .stopped }
    if let need = before[instance].first(where: { state.ended[$0] == false }) { return .needs(need) }
    return failFast && state.hasFailed ? .failFast : nil
  }
}

/// The result of a run of tasks.
struct TaskRunReport: Sendable, Equatable {
  var outcome: RunReport.Outcome
  /// The tasks in the order in which they should begin.
  var tasks: [TaskReport]
  /// True when a task began.
  var hasStarted = false
  var warnings: [Warning] = []

  /// The seconds that the cached instances took in their last run.
  var secondsSaved: Double { tasks.reduce(0) { $0 + ($1.outcome == .cached ? $1.seconds : 0) } }
}
