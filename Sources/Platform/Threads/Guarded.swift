/// A value behind a lock, for the few places where threads share one.
///
/// Unchecked: `value` is only ever touched while the monitor is locked.
@usableFromInline package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline
  var value: Value
  @usableFromInline
  let monitor = Monitor()

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` alone with the value, and wakes those who wait for a change of it.
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

  /// Looks at the value, which nobody has to be woken for.
  @inlinable
  package func look<Result>(_ body: (Value) -> Result) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return body(value)
  }

  /// Waits until `isDone` holds, at most for `limit`; returns whether it does.
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
