import Base

/// Test modules that wait to be run, here or elsewhere, the longest first. Whoever runs some here takes what cannot leave
/// before the rest; what came to nothing elsewhere is given back, and runs here.
final class TestQueue<Item: Sendable>: Sendable {
  /// Which of what may leave is run here as well.
  enum Share: Sendable {
    case nothing
    /// What fills the slots here does not leave at all; of the rest, what is taken here first.
    case everything(slots: Int)
  }

  struct Entry: Sendable {
    let item: Item
    var mayLeave: Bool
    /// Whether it was run elsewhere, and did not pass.
    var hasFailedAway = false
    fileprivate let number: Int
  }

  /// What still waits for a worker by then is fetched back as soon as nothing else is left to do here.
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

  /// How many could leave now.
  var leaving: Int { state.with { state in state.waiting.count { $0.mayLeave } } }

  /// What is to be run here next; nil once nothing can come any more.
  func takeHere() -> Entry? {
    while true {
      let (entry, isOver) = state.with { state -> (Entry?, Bool) in
        // Where threads are too few nobody takes anything away.
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

  /// What is to be run elsewhere next; nil when nothing more may leave.
  func takeAway() -> Entry? {
    state.with { state in
      guard let place = state.waiting.firstIndex(where: \.mayLeave) else { return nil }
      let entry = state.waiting.remove(at: place)
      state.away.append(.init(entry: entry))
      state.lastTraffic = .now
      return entry
    }
  }

  /// It waits for nothing but a worker.
  func noteSent(_ entry: Entry) {
    state.with { state in
      guard let place = state.place(of: entry) else { return }
      state.away[place].waitsSince = .now
    }
  }

  /// It is no longer waiting for one.
  func noteRunning(_ entry: Entry) {
    state.with { state in
      guard let place = state.place(of: entry) else { return }
      state.away[place].isRunning = true
    }
  }

  /// Whether it is wanted back here.
  func isRecalled(_ entry: Entry) -> Bool {
    state.look { state in state.place(of: entry).map { state.away[$0].isRecalled } ?? false }
  }

  /// There is a verdict on what was away.
  func finish(_ entry: Entry) {
    state.with { $0.end(entry) }
  }

  /// It has to be run here; `hasFailed` says that it came to something elsewhere, and that was no pass.
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

  /// Nothing leaves any more.
  func keepHere() {
    state.with { state in
      for place in state.waiting.indices { state.waiting[place].mayLeave = false }
    }
  }
}

private struct QueueState<Item: Sendable> {
  struct Away {
    let entry: TestQueue<Item>.Entry
    /// nil while it is being sent.
    var waitsSince: ContinuousClock.Instant?
    /// Whether it no longer waits for a worker.
    var isRunning = false
    var isRecalled = false
  }

  var waiting: [TestQueue<Item>.Entry]
  var away: [Away] = []
  /// When something last left or came back.
  var lastTraffic = ContinuousClock.now
  /// Whether what may leave is run here as well.
  var keepsAll: Bool

  /// Whether nobody takes anything away.
  var isForgotten: Bool { away.isEmpty && .now - lastTraffic > .seconds(1) }

  mutating func end(_ entry: TestQueue<Item>.Entry) {
    away.removeAll { $0.entry.number == entry.number }
    lastTraffic = .now
  }

  func place(of entry: TestQueue<Item>.Entry) -> Int? {
    away.firstIndex { $0.entry.number == entry.number }
  }

  /// Calls one back that has been away the longest and still runs nowhere.
  mutating func recall(after patience: Duration) {
    guard keepsAll, !away.contains(where: \.isRecalled) else { return }
    let place = away.firstIndex { entry in
      !entry.isRunning && entry.waitsSince.map { .now - $0 > patience } ?? false
    }
    guard let place else { return }
    away[place].isRecalled = true
  }
}
