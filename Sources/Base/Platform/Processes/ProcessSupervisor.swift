import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process groups that run now, so that one call can end them all.
package final class ProcessSupervisor: Sendable {
  /// The supervisor that commands use by default. Signals concern the whole process, so its commands share one.
  package static let shared = ProcessSupervisor()

  private struct State {
    var groups: Set<Int32> = []
    var isStopped = false
    var hasStarted = false
    /// Supervisors that end together with this one.
    var inner: [ObjectIdentifier: ProcessSupervisor] = [:]
  }

  private let state = Guarded(State())

  package init() {}

  /// Makes a supervisor that can be stopped alone, and that stops together with `outer`. The caller must call `release`
  /// at the end.
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

  /// True after `stop`. Nothing starts any more.
  package var isStopped: Bool { state.with { $0.isStopped } }

  /// True when any process was ever started.
  package var hasStarted: Bool { state.with { $0.hasStarted } }

  /// Makes this process the parent of its orphaned descendants (Linux). `stop` then also reaches processes that left
  /// their group and lost their parent. Only the program may call this, not a library.
  package static func adoptOrphans() {
    #if os(Linux)
      _ = ambit_adopt_orphans(1)
    #endif
  }

  /// Ends every running group and its descendants, first with SIGTERM and then with SIGKILL. Returns when the commands'
  /// own calls have seen the ends, at the latest after twice `grace`.
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

  /// Kills and reaps the orphans that this process adopted. It requires `adoptOrphans`, and that this process starts
  /// children only through a supervisor.
  package func endOrphans() {
    // Orphans that start processes while they are killed need another round. The number of rounds is limited.
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
  /// Adds a group that was just started. Returns false after `stop`, and then the group must be killed at once.
  func register(_ group: Int32) -> Bool {
    state.with { state in
      state.groups.insert(group)
      state.hasStarted = true
      return !state.isStopped
    }
  }

  /// Kills the rest of a group whose leader has ended, then reaps the leader.
  ///
  /// Both happen in one step under the lock. Nobody else can get the leader's number before it is reaped, and nobody
  /// may signal that number afterwards.
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

/// Turns signals that ask a program to end into calls on a separate thread.
///
/// Only the program may use it, as its first action. The signals are blocked, every later thread inherits that, and one
/// thread takes them with `sigwait`. No code runs in a signal handler, so the callback may do anything, such as
/// `ProcessSupervisor.stop`.
package enum SignalWatch {
  package static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Calls `onSignal` for each arriving signal. A signal that was ignored at the start stays ignored, as `nohup` and
  /// background jobs of a shell expect. Returns false when no thread could be started.
  package static func start(
    _ signals: [Int32] = endingSignals, onSignal: @escaping @Sendable (Int32) -> Void
  ) -> Bool {
    // An inherited SIGCHLD disposition of "ignore" would make the system reap children before Ambit can.
    _ = signal(SIGCHLD, SIG_DFL)
    let watched = signals.filter { ambit_is_ignored($0) == 0 }
    guard !watched.isEmpty else { return true }
    var before = sigset_t()
    var blocked = set(of: watched)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    let isStarted = Threads.start {
      var waited = set(of: watched)
      var number: Int32 = 0
      while sigwait(&waited, &number) == 0 { onSignal(number) }
    }
    if !isStarted { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return isStarted
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var result = sigset_t()
    sigemptyset(&result)
    for number in signals { sigaddset(&result, number) }
    return result
  }
}
