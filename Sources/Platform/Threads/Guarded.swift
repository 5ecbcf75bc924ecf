#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// A value behind a lock, for the few places where threads share one.
///
/// `Synchronization.Mutex` would do, but it asks for a newer macOS than the package supports.
/// Unchecked: `value` is only ever touched while `mutex` is held.
package final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` alone with the value, and wakes those who wait for a change of it.
  package func with<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `isDone` holds, at most for `limit`; returns whether it does.
  @discardableResult
  package func wait(atMost limit: Duration? = nil, until isDone: (Value) -> Bool) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let deadline = limit.map { Self.wallClock(after: $0) }
    while !isDone(value) {
      guard var deadline else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      if pthread_cond_timedwait(changed, mutex, &deadline) != 0 { return isDone(value) }
    }
    return true
  }

  /// Waits until `body` gives something, which it is asked for alone with the value, after each change.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  private static func wallClock(after limit: Duration) -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
      tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000)
  }
}
