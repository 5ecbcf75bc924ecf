/// Adds up the processor time of the processes that a command starts, grouped by a label.
///
/// A thread samples the processes repeatedly, since only their own parents learn how long they took. The time after the
/// last sample of a process is lost, half an interval on average. This needs a system that lists the children of a
/// process. Linux does; elsewhere the meter finds nothing.
package final class ProcessMeter: Sendable {
  /// Returns the label for a process by its command line, or nil for the label of its parent.
  package typealias Label = @Sendable ([String]) -> String?

  private struct State {
    var isOver = false
    var root: Int32?
    /// The processes' own labels. The start time distinguishes a process from a later one with the same number.
    var labels: [ProcessKey: String] = [:]
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

  /// Begins to sample the descendants of a process.
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

  /// Stops sampling, and returns the seconds by label.
  package func finish() -> [String: Double] {
    state.with { state in
      state.isOver = true
      return state.times.values.reduce(into: [:]) { sums, time in
        sums[time.label, default: 0] += Double(time.ticks) / ProcessTable.ticksPerSecond
      }
    }
  }

  /// Takes one sample. Returns false when sampling has ended.
  private func sampleOnce() -> Bool {
    guard let root = state.with({ $0.isOver ? nil : $0.root }) else { return false }
    var queue = ProcessTable.children(of: root).map { (pid: $0, label: String?.none) }
    while let next = queue.popLast() {
      guard let usage = ProcessTable.usage(of: next.pid) else { continue }
      let key = ProcessKey(pid: next.pid, startTime: usage.startTime)
      let known = state.with { $0.labels[key] }
      // A process may be sampled before it executes its program, when it has no label or its parent's command line. So
      // it is asked again until it has another label than its parent.
      let own = known ?? label(ProcessTable.commandLine(of: next.pid))
      let inForce = own ?? next.label
      if let inForce {
        let isOver = state.with { state in
          guard !state.isOver else { return true }
          if own != next.label { state.labels[key] = own }
          state.times[key] = (inForce, usage.ticks)
          return false
        }
        if isOver { return false }
      }
      queue += ProcessTable.children(of: next.pid).map { ($0, inForce) }
    }
    return true
  }
}
