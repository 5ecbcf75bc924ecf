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
