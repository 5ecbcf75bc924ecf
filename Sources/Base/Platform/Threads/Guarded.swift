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
  package func with<Result, Problem: Error>(
    _ body: (inout Value) throws(Problem) -> Result
  ) throws(Problem) -> Result {
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
    // The clock goes on evenly when somebody sets the time of day. The longest limit is some thirty years.
    let clock = SuspendingClock()
    let deadline = limit.map { clock.now.advanced(by: min($0, .seconds(1_000_000_000))) }
    while !isDone(value) {
      guard let deadline else {
        monitor.wait()
        continue
      }
      let rest = clock.now.duration(to: deadline)
      guard rest > .zero else { return false }
      monitor.wait(atMost: rest)
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
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
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

  /// Waits until a thread calls `ring`, at most for `limit`. It may also return for no reason.
  package func wait(atMost limit: Duration) {
    let (seconds, attoseconds) = limit.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      _ = pthread_cond_timedwait_relative_np(changed, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      time.tv_sec += now.tv_sec
      time.tv_nsec += now.tv_nsec
      if time.tv_nsec >= 1_000_000_000 {
        time.tv_sec += 1
        time.tv_nsec -= 1_000_000_000
      }
      _ = pthread_cond_timedwait(changed, mutex, &time)
    #endif
  }
}

/// A queue of work that creates more work, shared among threads. The last item in is the first out, which keeps the
/// queue short.
///
/// The class is `@unchecked Sendable` because its state is only touched while the monitor is locked.
@usableFromInline package final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  @usableFromInline
  var items: [Item]
  /// The number of items that wait or are being worked on.
  @usableFromInline
  var unfinished: Int
  @usableFromInline
  let monitor = Monitor()

  @inlinable
  package init(_ items: [Item]) {
    self.items = items
    unfinished = items.count
  }

  /// Returns the next item, or nil when all work is done. Waits while other threads may still add items.
  @inlinable
  package func next() -> Item? {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let item = items.popLast() { return item }
      if unfinished == 0 { return nil }
      monitor.wait()
    }
  }

  /// Says that an item is done, and adds the items that it led to.
  @inlinable
  package func finish(adding more: [Item]) {
    monitor.lock()
    defer { monitor.unlock() }
    items.append(contentsOf: more)
    unfinished += more.count - 1
    // Waiting threads now have a new item, or can end.
    if !more.isEmpty || unfinished == 0 { monitor.ring() }
  }
}
