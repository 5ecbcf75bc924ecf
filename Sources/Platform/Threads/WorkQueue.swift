#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Work that begets more work, shared out among threads. The last in is the first out, so that little
/// waits at any time.
///
/// Sendable because every access to its state holds the mutex.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var items: [Item]
  /// Items waiting or being worked on.
  private var unfinished: Int

  init(_ items: [Item]) {
    self.items = items
    unfinished = items.count
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The next item; nil when all is done.
  func next() -> Item? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while items.isEmpty && unfinished > 0 { pthread_cond_wait(changed, mutex) }
    return items.popLast()
  }

  /// Says that an item is done and what it led to.
  func finish(adding more: [Item]) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    items.append(contentsOf: more)
    unfinished += more.count - 1
    if !more.isEmpty || unfinished == 0 { pthread_cond_broadcast(changed) }
  }
}

/// Plain threads: the work blocks in system calls, which Swift's task pool must not.
enum Threads {
  static var processorCount: Int { max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)) }

  /// Runs `body` with 0, 1, ... on `count` threads, one of them the caller's, and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
      let number: Int
      let body: @Sendable (Int) -> Void
      init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
        self.number = number
        self.body = body
      }
    }
    var threads: [pthread_t] = []
    for number in stride(from: 1, to: count, by: 1) {
      let start = Unmanaged.passRetained(Start(number, body))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let code = pthread_create(
        &thread, nil,
        { argument in
          #if canImport(Darwin)
            let pointer = argument
          #else
            guard let pointer = argument else { return nil }
          #endif
          let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
          start.body(start.number)
          return nil
        }, start.toOpaque())
      if code != 0 {
        // No thread to be had: the work still has to be done.
        let start = start.takeRetainedValue()
        start.body(start.number)
        continue
      }
      #if canImport(Darwin)
        if let thread { threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }
}
