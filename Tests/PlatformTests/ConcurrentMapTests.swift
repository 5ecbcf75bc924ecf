import Base
import Testing

@Suite struct ConcurrentMapTests {
  private struct Odd: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [0, 1, 2, 100], [0, 1, 2, 8, 200])
  func keepsTheOrder(count: Int, jobs: Int) {
    let items = Array(0..<count)
    #expect(concurrentMap(items, jobs: jobs) { $0 * 2 } == items.map { $0 * 2 })
  }

  @Test(arguments: [1, 4])
  func throwsTheFirstErrorInOrder(jobs: Int) {
    let error = #expect(throws: Odd.self) {
      try concurrentMap([0, 2, 5, 4, 7], jobs: jobs) { number throws(Odd) in
        if number % 2 == 1 { throw Odd(number: number) }
        return number
      }
    }
    #expect(error == Odd(number: 5))
  }

  @Test func neverRunsMoreThanTheGivenJobs() {
    let running = Guarded((now: 0, most: 0))
    _ = concurrentMap(Array(0..<500), jobs: 3) { _ in
      running.with {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      running.with { $0.now -= 1 }
    }
    #expect((1...3).contains(running.with { $0.most }))
  }

  @Test func itemsReallyRunAtTheSameTime() {
    // Each of the two waits for the other: one thread alone would never end.
    let arrived = Guarded(0)
    let results = concurrentMap([1, 2], jobs: 2) { _ in
      arrived.with { $0 += 1 }
      return arrived.wait(atMost: .seconds(60)) { $0 == 2 }
    }
    #expect(results == [true, true])
  }
}
