import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every process group that runs now, so that one call ends them all.
package final class ProcessSupervisor: Sendable {
  /// Signals concern the whole process, so its commands share one supervisor unless told otherwise.
  package static let shared = ProcessSupervisor()

  private struct State {
    var groups: Set<Int32> = []
    var isStopped = false
    var hasStarted = false
    /// Whose ends are part of this one's.
    var inner: [ObjectIdentifier: ProcessSupervisor] = [:]
  }

  private let state = Guarded(State())

  package init() {}

  /// For what may be ended by itself, and ends with whatever `outer` has started: until `release`, which must follow.
  package init(within outer: ProcessSupervisor) {
    let isStopped = outer.state.with { outer in
      outer.inner[ObjectIdentifier(self)] = self
      outer.hasStarted = true
      return outer.isStopped
    }
    if isStopped { state.with { $0.isStopped = true } }
  }

  package func release(from outer: ProcessSupervisor) {
    outer.state.with { $0.inner[ObjectIdentifier(self)] = nil }
  }

  /// Whether `stop` was called: nothing starts any more.
  package var isStopped: Bool { state.with { $0.isStopped } }

  /// Whether anything was ever started.
  package var hasStarted: Bool { state.with { $0.hasStarted } }

  /// Makes this process the parent of its orphaned descendants (Linux), so that `stop` also reaches
  /// those that left their group and lost their parent. Meant for the program, not for a library.
  package static func adoptOrphans() {
    #if os(Linux)
      _ = ambit_adopt_orphans()
    #endif
  }

  /// Ends every running group and all that descends from it, politely first; returns when the
  /// commands' own calls have seen their ends, at the latest after twice `grace`.
  package func stop(grace: Duration = .milliseconds(800)) {
    let (groups, inner) = state.with { state in
      state.isStopped = true
      return (state.groups, Array(state.inner.values))
    }
    for supervisor in inner { supervisor.stop(grace: grace) }
    let descendants = groups.flatMap { ProcessTable.descendants(of: $0) }
    signalGroups(SIGTERM)
    ProcessTable.signal(descendants, SIGTERM)
    state.wait(atMost: grace) { $0.groups.isEmpty }
    let late = state.with { $0.groups }.flatMap { ProcessTable.descendants(of: $0) }
    signalGroups(SIGKILL)
    ProcessTable.signal(Set(descendants + late), SIGKILL)
    state.wait(atMost: grace) { $0.groups.isEmpty }
  }

  /// Kills and reaps the orphans that came to this process; only after `adoptOrphans`, and only when
  /// this process starts no children but through a supervisor.
  package func endOrphans() {
    // What they start while they are being killed comes here too, so look again, but not for ever.
    for _ in 0..<10 {
      let running = state.with { $0.groups }
      let mine = ProcessTable.all().filter { $0.parent == getpid() && !running.contains($0.pid) }
      guard !mine.isEmpty else { return }
      let all = mine + mine.flatMap { ProcessTable.descendants(of: $0.pid) }
      ProcessTable.signal(all, SIGKILL)
      for orphan in mine { waitpid(orphan.pid, nil, 0) }
    }
  }
}

extension ProcessSupervisor {
  /// Enters a group that was just started; false when it came too late and must be killed at once.
  func register(_ group: Int32) -> Bool {
    state.with { state in
      state.groups.insert(group)
      state.hasStarted = true
      return !state.isStopped
    }
  }

  /// Kills what is left of a group whose leader has ended, then reaps the leader.
  ///
  /// In one step, under the lock: until it is reaped nobody else can get the leader's number, and
  /// afterwards nobody may signal it.
  func finish(_ group: Int32) -> Int32? {
    state.with { state in
      kill(-group, SIGKILL)
      state.groups.remove(group)
      var status: Int32 = 0
      while waitpid(group, &status, 0) < 0 {
        if errno != EINTR { return nil }
      }
      return status
    }
  }

  func signal(_ group: Int32, _ signal: Int32) {
    state.with { state in
      if state.groups.contains(group) { _ = kill(-group, signal) }
    }
  }

  private func signalGroups(_ signal: Int32) {
    state.with { state in
      for group in state.groups { kill(-group, signal) }
    }
  }
}
