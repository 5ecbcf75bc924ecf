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
