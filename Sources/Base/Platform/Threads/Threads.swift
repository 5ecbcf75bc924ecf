private import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Plain threads for blocking work, which must not run on the cooperative pool.
package enum Threads {
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Suspends the calling thread.
  package static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  /// Starts a detached thread. Returns false when the system has none left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    if ambit_start_thread({ enterThread($0) }, context) == 0 { return true }
    Unmanaged<ThreadBody>.fromOpaque(context).release()
    return false
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func enterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}

/// Applies `body` to every item on at most `jobs` threads, including the caller's. The results have the order of the
/// items. `body` may block.
package func concurrentMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
  guard jobs > 1, items.count > 1 else { return items.map(body) }
  let state = Guarded(
    MapState<Result>(next: 0, workers: 0, results: Array(repeating: nil, count: items.count)))
  let work: @Sendable () -> Void = {
    while let index = state.with({ $0.takeNext() }) {
      let result = body(items[index])
      state.with { $0.results[index] = result }
    }
  }
  for _ in 1..<min(jobs, items.count) {
    state.with { $0.workers += 1 }
    let isStarted = Threads.start {
      work()
      state.with { $0.workers -= 1 }
    }
    // The system has no more threads. The running ones, at least the caller's, do the rest.
    if !isStarted { state.with { $0.workers -= 1 } }
  }
  work()
  state.wait { $0.workers == 0 }
  return state.with { $0.results.compactMap { $0 } }
}

/// Does the same for a body that may fail. The error of the first failing item in order is thrown.
package func concurrentMap<Item: Sendable, Output: Sendable, Problem: Error>(
  _ items: [Item], jobs: Int, _ body: @escaping @Sendable (Item) throws(Problem) -> Output
) throws(Problem) -> [Output] {
  let results = concurrentMap(items, jobs: jobs) { item -> Result<Output, Problem> in
    do throws(Problem) {
      return .success(try body(item))
    } catch {
      return .failure(error)
    }
  }
  var outputs: [Output] = []
  outputs.reserveCapacity(results.count)
  for result in results { outputs.append(try result.get()) }
  return outputs
}

private struct MapState<Result> {
  var next: Int
  var workers: Int
  var results: [Result?]

  mutating func takeNext() -> Int? {
    guard next < results.count else { return nil }
    defer { next += 1 }
    return next
  }
}
