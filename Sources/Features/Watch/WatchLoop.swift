import Arguments
import Session

/// Decides when to run, when to end a run, and what to run next. It is pure: events and times go in, actions come out.
struct WatchLoop: Equatable {
  enum Event: Equatable {
    /// Files changed. The paths are for people.
    case changed(Set<String>)
    /// Files were written, and hold what they held before.
    case touched(Set<String>)
    /// The user asked for a run.
    case asked(WatchOptions.Reason)
    case leave
    /// The process ended, by itself or because it was stopped.
    case ended
  }

  enum Action: Equatable {
    /// Start a run. The paths are those that caused it.
    case start(WatchOptions.Reason, Set<String>)
    /// End the current run. The event `ended` follows.
    case stop
    case leave
  }

  private enum State: Equatable {
    case idle, running
    /// The current run is being ended. With `next: nil` the watch ends after it.
    case stopping(next: WatchOptions.Reason?)
  }

  private var state = State.idle
  private var pending: Set<String> = []
  /// Files that were written and restored during the current run, and may have misled it.
  private var touched: Set<String> = []
  /// The changed files that caused the current or last run.
  private var cause: Set<String> = []
  /// Files that may have misled the run before. They do not cause another run.
  /// Otherwise a test that writes the same file in every run would run forever.
  private var excused: Set<String> = []
  private var ended: Duration?
  /// The times of the oldest and the newest pending change.
  private var waiting: Waiting?
  /// The number of runs in a row that were stopped before their end.
  private var cutShort = 0

  private struct Waiting: Equatable {
    let since: Duration
    var last: Duration
  }

  /// One save of an editor gives several events, and a checkout gives thousands.
  static let quiet = Duration.milliseconds(30)
  private static let longestWait = Duration.milliseconds(400)
  private static let lateNews = Duration.seconds(1)
  /// Somebody who types all the time would get no verdict. After so many stopped runs the next one may finish.
  private static let mostCutShort = 5

  /// The time at which `tick` is due.
  var deadline: Duration? {
    guard let waiting, mayAct else { return nil }
    return min(waiting.last + Self.quiet, waiting.since + Self.longestWait)
  }

  /// True when pending changes may start or stop a run now.
  private var mayAct: Bool {
    switch state {
    case .idle: true
    case .running: cutShort < Self.mostCutShort
    case .stopping: false
    }
  }

  mutating func handle(_ event: Event, now: Duration) -> [Action] {
    switch event {
    case .changed(let paths):
      guard !paths.isEmpty else { return [] }
      pending.formUnion(paths)
      waiting = Waiting(since: waiting?.since ?? now, last: now)
      return []
    case .touched(let paths):
      let new = paths.subtracting(excused)
      switch state {
      case .running: touched.formUnion(new)
      // Events of the last moment of a run arrive after its end.
      case .idle: if let ended, now - ended <= Self.lateNews { return handle(.changed(new), now: now) }
      case .stopping: break
      }
      return []
    case .asked(let reason): return state == .idle ? start(reason) : stop(next: reason)
    case .leave: return state == .idle ? [.leave] : stop(next: nil)
    case .ended: return end(now)
    }
  }

  /// Call this once `deadline` has passed.
  mutating func tick(now: Duration) -> [Action] {
    guard let deadline, now >= deadline else { return [] }
    guard state == .running else { return start(.changes) }
    cutShort += 1
    return stop(next: .changes)
  }

  private mutating func start(_ reason: WatchOptions.Reason) -> [Action] {
    state = .running
    touched = []
    let changed = pending
    (cause, excused) = (changed, [])
    // A run of failed tests says nothing about other changes, so these stay pending.
    if reason != .failed { pending = [] }
    waiting = nil
    return [.start(reason, changed)]
  }

  private mutating func stop(next: WatchOptions.Reason?) -> [Action] {
    guard case .stopping(let before) = state else {
      state = .stopping(next: next)
      // The stopped run gave no verdict on its changes.
      pending.formUnion(cause)
      return [.stop]
    }
    // A request to quit stays, whatever is pressed later.
    state = .stopping(next: before == nil ? nil : next)
    return []
  }

  private mutating func end(_ now: Duration) -> [Action] {
    guard case .stopping(let next) = state else {
      (state, cutShort, ended) = (.idle, 0, now)
      let doubtful = touched
      pending.formUnion(doubtful)
      guard !doubtful.isEmpty || waiting == nil && !pending.isEmpty else { return tick(now: now) }
      defer { excused = doubtful }
      return start(.changes)
    }
    guard let next else { return [.leave] }
    return start(next)
  }
}
