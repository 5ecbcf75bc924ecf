/// A value behind a lock.
///
/// The class is `@unchecked Sendable` because `value` is only touched while the monitor is locked.
@usableFromInline package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline
  var value: Value
  @usableFromInline
  let monitor = Monitor()

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with exclusive access to the value, and wakes the threads that wait for a change.
  @inlinable
  package func with<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    monitor.lock()
    defer {
      monitor.ring()
      monitor.unlock()
    }
    return try body(&value)
  }

  /// Reads the value without waking waiting threads.
  @inlinable
  package func look<Result>(_ body: (Value) -> Result) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return body(value)
  }

  /// Waits until `isDone` holds, at most for `limit`. Returns false when the time ran out.
  @discardableResult
  package func wait(atMost limit: Duration? = nil, until isDone: (Value) -> Bool) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    let deadline = limit.map {
      FileTime.now.advanced(by: Int64(exactly: ($0 / .nanoseconds(1)).rounded()) ?? .max)
    }
    while !isDone(value) {
      guard let deadline else {
        monitor.wait()
        continue
      }
      if !monitor.wait(until: deadline) { return isDone(value) }
    }
    return true
  }
}

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// A lock, and a condition for threads that wait for a change under it. The users (`Guarded`, `WorkQueue`) are generic
/// and compiled where they are used. This part calls the system.
///
/// `Synchronization.Mutex` would do for the lock, but it needs a newer macOS than the package supports.
@usableFromInline
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  @usableFromInline
  package init() {
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

  @usableFromInline
  package func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Wakes all waiting threads. The caller must hold the lock.
  @usableFromInline
  package func ring() { pthread_cond_broadcast(changed) }

  /// Releases the lock until a thread calls `ring`. It may also return for no reason.
  @usableFromInline
  package func wait() { pthread_cond_wait(changed, mutex) }

  /// Waits until a thread calls `ring`, at most until `deadline`. Returns false when the time ran out.
  package func wait(until deadline: FileTime) -> Bool {
    var deadline = deadline.systemTime
    return pthread_cond_timedwait(changed, mutex, &deadline) == 0
  }
}
