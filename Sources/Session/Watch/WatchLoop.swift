import Arguments

/// Decides when to run, when to end a run, and what to run next. Pure: it is told what happens and when, and says what is to
/// be done.
struct WatchLoop: Equatable {
  enum Event: Equatable {
    /// Paths as people read them.
    case changed(Set<String>)
    /// They are as they were, but not all the time.
    case touched(Set<String>)
    case key(UInt8)
    /// What was running has ended, whether it was let or made.
    case ended
  }

  enum Action: Equatable {
    /// Run, because of these files, if it is because of any.
    case start(WatchOptions.Reason, Set<String>)
    /// End what is running; `ended` follows.
    case stop
    case leave
  }

  private enum State: Equatable {
    case idle, running
    /// The run is being ended; nil: and then nothing more is run.
    case stopping(next: WatchOptions.Reason?)
  }

  private var state = State.idle
  private var pending: Set<String> = []
  /// What may have misled the run that is under way.
  private var touched: Set<String> = []
  /// What the run that is under way, or was last, was started for.
  private var cause: Set<String> = []
  /// Of that, what may only have misled the run before. A test that writes the same file in every run would never come to
  /// rest otherwise.
  private var excused: Set<String> = []
  private var ended: Duration?
  /// When the oldest and when the newest of what is pending was told.
  private var waiting: Waiting?
  /// How many runs in a row were not let to their end.
  private var cutShort = 0

  private struct Waiting: Equatable {
    let since: Duration
    var last: Duration
  }

  /// An editor's save is several events, a checkout some thousand.
  static let quiet = Duration.milliseconds(30)
  private static let longestWait = Duration.milliseconds(400)
  private static let lateNews = Duration.seconds(1)
  /// Who never lets a run come to its end gets no verdict: after so many the next one is let.
  private static let mostCutShort = 5

  /// When `tick` is due.
  var deadline: Duration? {
    guard let waiting, mayAct else { return nil }
    return min(waiting.last + Self.quiet, waiting.since + Self.longestWait)
  }

  /// Whether anything would come of what is pending.
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
      // News of what happened at the very end of a run come after it.
      case .idle: if let ended, now - ended <= Self.lateNews { return handle(.changed(new), now: now) }
      case .stopping: break
      }
      return []
    case .key(let key): return press(key)
    case .ended: return end(now)
    }
  }

  /// To be called once `deadline` has passed.
  mutating func tick(now: Duration) -> [Action] {
    guard let deadline, now >= deadline else { return [] }
    guard state == .running else { return start(.changes) }
    cutShort += 1
    return stop(next: .changes)
  }

  private mutating func press(_ key: UInt8) -> [Action] {
    switch key {
    case UInt8(ascii: "a"): run(.all)
    case UInt8(ascii: "f"): run(.failed)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): run(.changes)
    case UInt8(ascii: "q"): state == .idle ? [.leave] : stop(next: nil)
    default: []
    }
  }

  private mutating func run(_ reason: WatchOptions.Reason) -> [Action] {
    state == .idle ? start(reason) : stop(next: reason)
  }

  private mutating func start(_ reason: WatchOptions.Reason) -> [Action] {
    state = .running
    touched = []
    let changed = pending
    (cause, excused) = (changed, [])
    // What failed alone says nothing of what was changed besides: that stays to be done.
    if reason != .failed { pending = [] }
    waiting = nil
    return [.start(reason, changed)]
  }

  private mutating func stop(next: WatchOptions.Reason?) -> [Action] {
    guard case .stopping(let before) = state else {
      state = .stopping(next: next)
      // What it was started for has had no verdict yet.
      pending.formUnion(cause)
      return [.stop]
    }
    // Who wanted to leave still does.
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
