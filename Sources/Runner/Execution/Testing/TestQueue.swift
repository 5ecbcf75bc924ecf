import Base

/// The test modules that wait to run, here or elsewhere, the longest first. Modules that cannot leave run here before
/// the others. A module without a pass elsewhere comes back, and runs here.
final class TestQueue<Item: Sendable>: Sendable {
  /// The part of the modules that may leave and also run here.
  enum Share: Sendable {
    case nothing
    /// All of them run here too. Enough of them to fill the slots never leave.
    case everything(slots: Int)
  }

  struct Entry: Sendable {
    let item: Item
    var mayLeave: Bool
    /// True when it ran elsewhere and did not pass.
    var hasFailedAway = false
    fileprivate let number: Int
  }

  /// The time after which a module that still waits for a worker is fetched back. That happens when nothing else is
  /// left to run here.
  private let patience: Duration
  private let state: Guarded<QueueState<Item>>

  init(
    _ items: [Item], mayLeave: (Item) -> Bool, here share: Share, patience: Duration = .seconds(5)
  ) {
    self.patience = patience
    var entries = items.enumerated().map { Entry(item: $1, mayLeave: mayLeave($1), number: $0) }
    var keepsAll = false
    if case .everything(let slots) = share {
      keepsAll = true
      var free = slots - entries.count { !$0.mayLeave }
      for place in entries.indices where entries[place].mayLeave && free > 0 {
        entries[place].mayLeave = false
        free -= 1
      }
    }
    state = Guarded(QueueState(waiting: entries, keepsAll: keepsAll))
  }

  /// The number of modules that could leave now.
  var leaving: Int { state.with { state in state.waiting.count { $0.mayLeave } } }

  /// Returns the next module to run here, and waits for one. nil when none can come any more.
  func takeHere() -> Entry? {
    while true {
      let (entry, isOver) = state.with { state -> (Entry?, Bool) in
        // With too few threads nobody takes modules away.
        if state.isForgotten { state.keepsAll = true }
        let place =
          state.waiting.firstIndex { !$0.mayLeave } ?? (state.keepsAll ? state.waiting.indices.first : nil)
        if let place { return (state.waiting.remove(at: place), false) }
        state.recall(after: patience)
        return (nil, state.waiting.isEmpty && state.away.isEmpty)
      }
      if let entry { return entry }
      if isOver { return nil }
      state.wait(atMost: .milliseconds(500)) { state in
        state.waiting.contains { !$0.mayLeave || state.keepsAll }
          || state.waiting.isEmpty && state.away.isEmpty
      }
    }
  }

  /// Returns the next module to run elsewhere. nil when no more may leave.
  func takeAway() -> Entry? {
    state.with { state in
      guard let place = state.waiting.firstIndex(where: \.mayLeave) else { return nil }
      let entry = state.waiting.remove(at: place)
      state.away.append(.init(entry: entry))
      state.lastTraffic = .now
      return entry
    }
  }

  /// Call this when the module waits only for a worker.
  func noteSent(_ entry: Entry) {
    state.with { state in
      guard let place = state.place(of: entry) else { return }
      state.away[place].waitsSince = .now
    }
  }

  /// Call this when the module no longer waits for a worker.
  func noteRunning(_ entry: Entry) {
    state.with { state in
      guard let place = state.place(of: entry) else { return }
      state.away[place].isRunning = true
    }
  }

  /// True when the module should come back here.
  func isRecalled(_ entry: Entry) -> Bool {
    state.look { state in state.place(of: entry).map { state.away[$0].isRecalled } ?? false }
  }

  /// Call this when a module that was away has a verdict.
  func finish(_ entry: Entry) {
    state.with { $0.end(entry) }
  }

  /// Call this when a module has to run here. `hasFailed` is true when it had a result elsewhere that was no pass.
  func giveBack(_ entry: Entry, hasFailed: Bool) {
    state.with { state in
      state.end(entry)
      var entry = entry
      entry.mayLeave = false
      entry.hasFailedAway = hasFailed
      let place = state.waiting.firstIndex { $0.number > entry.number } ?? state.waiting.endIndex
      state.waiting.insert(entry, at: place)
    }
  }

  /// Lets no more modules leave.
  func keepHere() {
    state.with { state in
      for place in state.waiting.indices { state.waiting[place].mayLeave = false }
    }
  }
}

private struct QueueState<Item: Sendable> {
  struct Away {
    let entry: TestQueue<Item>.Entry
    /// The time since when it waits for a worker. nil while it is being sent.
    var waitsSince: ContinuousClock.Instant?
    /// True when it no longer waits for a worker.
    var isRunning = false
    var isRecalled = false
  }

  var waiting: [TestQueue<Item>.Entry]
  var away: [Away] = []
  /// The time when a module last left or came back.
  var lastTraffic = ContinuousClock.now
  /// True when modules that may leave also run here.
  var keepsAll: Bool

  /// True when nobody takes modules away.
  var isForgotten: Bool { away.isEmpty && .now - lastTraffic > .seconds(1) }

  mutating func end(_ entry: TestQueue<Item>.Entry) {
    away.removeAll { $0.entry.number == entry.number }
    lastTraffic = .now
  }

  func place(of entry: TestQueue<Item>.Entry) -> Int? {
    away.firstIndex { $0.entry.number == entry.number }
  }

  /// Calls back the module that has been away the longest and has no worker yet.
  mutating func recall(after patience: Duration) {
    guard keepsAll, !away.contains(where: \.isRecalled) else { return }
    let place = away.firstIndex { entry in
      !entry.isRunning && entry.waitsSince.map { .now - $0 > patience } ?? false
    }
    guard let place else { return }
    away[place].isRecalled = true
  }
}
