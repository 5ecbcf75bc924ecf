import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
