/// Adds up the processor time of the processes that a command starts, by what they work on.
///
/// It looks at them again and again, from a thread of its own: whoever waits for them is told how long they took, and that is
/// not us. What a process does after it was seen last is lost, half an interval on average. Only where the system lists the
/// children of a process, which Linux does; elsewhere it finds nothing.
package final class ProcessMeter: Sendable {
  /// What a process works on, by its command line; nil: whatever its parent works on.
  package typealias Label = @Sendable ([String]) -> String?

  private struct State {
    var isOver = false
    var root: Int32?
    /// By process; the start time tells it from a later one of the same number.
    var labels: [ProcessKey: String?] = [:]
    var times: [ProcessKey: (label: String, ticks: Int)] = [:]
  }

  private struct ProcessKey: Hashable {
    let pid: Int32
    let startTime: UInt64
  }

  private static let intervalMilliseconds: UInt32 = 100

  private let label: Label
  private let state = Guarded(State())

  package init(_ label: @escaping Label) { self.label = label }

  /// Begins to look at what descends from a process.
  func begin(below root: Int32) {
    let isFirst = state.with { state in
      defer { state.root = root }
      return state.root == nil
    }
    guard isFirst else { return }
    _ = Threads.start { [self] in
      while sampleOnce() { Threads.pause(milliseconds: Self.intervalMilliseconds) }
    }
  }

  /// Seconds by label; nothing is looked at any more.
  package func finish() -> [String: Double] {
    state.with { state in
      state.isOver = true
      return state.times.values.reduce(into: [:]) { sums, time in
        sums[time.label, default: 0] += Double(time.ticks) / ProcessTable.ticksPerSecond
      }
    }
  }

  /// false when that was the last time.
  private func sampleOnce() -> Bool {
    guard let root = state.with({ $0.isOver ? nil : $0.root }) else { return false }
    var queue = ProcessTable.children(of: root).map { (pid: $0, label: String?.none) }
    while let next = queue.popLast() {
      guard let usage = ProcessTable.usage(of: next.pid) else { continue }
      let key = ProcessKey(pid: next.pid, startTime: usage.startTime)
      let known = state.with { $0.labels[key] }
      // A process may be seen before it has become the program that it is going to be.
      let own = known ?? label(ProcessTable.commandLine(of: next.pid)) ?? next.label
      if let own {
        let isOver = state.with { state in
          guard !state.isOver else { return true }
          state.labels[key] = own
          state.times[key] = (own, usage.ticks)
          return false
        }
        if isOver { return false }
      }
      queue += ProcessTable.children(of: next.pid).map { ($0, own) }
    }
    return true
  }
}
