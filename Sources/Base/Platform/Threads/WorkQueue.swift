/// Work that begets more work, shared out among threads. The last in is the first out, so that little
/// waits at any time.
///
/// Unchecked: its state is only ever touched while the monitor is locked.
@usableFromInline package final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  @usableFromInline
  var items: [Item]
  /// Items waiting or being worked on.
  @usableFromInline
  var unfinished: Int
  @usableFromInline
  let monitor = Monitor()

  @inlinable
  package init(_ items: [Item]) {
    self.items = items
    unfinished = items.count
  }

  /// The next item; nil when all is done.
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

  /// Says that an item is done and what it led to.
  @inlinable
  package func finish(adding more: [Item]) {
    monitor.lock()
    defer { monitor.unlock() }
    items.append(contentsOf: more)
    unfinished += more.count - 1
    // Whoever waits has something to do now, or nothing any more.
    if !more.isEmpty || unfinished == 0 { monitor.ring() }
  }
}
