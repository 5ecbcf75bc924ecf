import Base
import TestSupport
import Testing

@testable import Runner

@Suite("What runs here and what elsewhere", .timeLimit(.minutes(5)))
struct TestQueueTests {
  @Test("every module gets one verdict, whatever becomes of those that leave", arguments: 0..<60)
  func everything(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let items = Array(0..<Int.random(in: 0...30, using: &random))
    let leaving = Set(items.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
    let fates = items.map { _ in Fate.allCases.randomElement(using: &random) ?? .passes }
    let (here, away) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...4, using: &random))
    let keepsAll = Bool.random(using: &random)
    let queue = TestQueue(
      items, mayLeave: { leaving.contains($0) }, here: keepsAll ? .everything(slots: here) : .nothing)
    let verdicts = Guarded<[Int: [Place]]>([:])
    _ = concurrentMap(Array(0..<here + away), jobs: here + away) { seat in
      seat < here
        ? serveHere(queue, verdicts)
        : serveAway(queue, fates, leaving, until: seat == here ? 3 : .max, verdicts)
    }
    let found = verdicts.with { $0 }
    #expect(Set(found.keys) == Set(items))
    #expect(found.values.allSatisfy { $0.count == 1 })
    for (item, places) in found where places[0] == .away {
      #expect(leaving.contains(item) && fates[item] == .passes)
    }
  }

  private enum Fate: CaseIterable {
    case passes, fails, isNoVerdict
  }

  private enum Place: Equatable {
    case here
    case away
  }

  private func serveHere(_ queue: TestQueue<Int>, _ verdicts: Guarded<[Int: [Place]]>) {
    while let entry = queue.takeHere() {
      verdicts.with { $0[entry.item, default: []].append(.here) }
    }
  }

  /// Stops after some, as when nobody answers any more.
  private func serveAway(
    _ queue: TestQueue<Int>, _ fates: [Fate], _ leaving: Set<Int>, until limit: Int,
    _ verdicts: Guarded<[Int: [Place]]>
  ) {
    var count = 0
    while count < limit, let entry = queue.takeAway() {
      count += 1
      #expect(leaving.contains(entry.item))
      switch fates[entry.item] {
      case .passes:
        queue.finish(entry)
        verdicts.with { $0[entry.item, default: []].append(.away) }
      case .fails: queue.giveBack(entry, hasFailed: true)
      case .isNoVerdict: queue.giveBack(entry, hasFailed: false)
      }
    }
    if limit < .max { queue.keepHere() }
  }

  @Test("the slots here are filled first, with what cannot leave before the rest")
  func slotsFirst() {
    let queue = TestQueue(Array(0..<5), mayLeave: { $0 != 3 }, here: .everything(slots: 2))
    // 3 has to stay, so that 0, the longest, stays as well.
    #expect(queue.leaving == 3)
    #expect(queue.takeAway()?.item == 1)
    #expect(queue.takeHere()?.item == 0)
    #expect(queue.takeHere()?.item == 3)
    #expect(queue.takeHere()?.item == 2)
    #expect(queue.takeAway()?.item == 4)
    #expect(queue.takeAway() == nil)

    #expect(TestQueue([1, 2], mayLeave: { _ in true }, here: .everything(slots: 2)).leaving == 0)
    #expect(TestQueue([1, 2], mayLeave: { _ in true }, here: .nothing).leaving == 2)
  }

  @Test("what did not pass elsewhere comes back in its place, and is known for it")
  func givenBack() throws {
    let queue = TestQueue(Array(0..<3), mayLeave: { _ in true }, here: .nothing)
    let first = try #require(queue.takeAway())
    let second = try #require(queue.takeAway())
    queue.giveBack(second, hasFailed: false)
    queue.giveBack(first, hasFailed: true)
    let back = try #require(queue.takeHere())
    #expect(back.item == 0 && back.hasFailedAway && !back.mayLeave)
    #expect(queue.takeHere()?.item == 1)
    #expect(queue.takeAway()?.item == 2)
  }

  @Test("what waits for a worker is fetched back by whoever has nothing to do, but not what runs")
  func recalled() throws {
    let queue = TestQueue(
      Array(0..<3), mayLeave: { $0 > 0 }, here: .everything(slots: 1), patience: .zero)
    let waiting = try #require(queue.takeAway())
    let running = try #require(queue.takeAway())
    queue.noteSent(waiting)
    queue.noteSent(running)
    queue.noteRunning(running)
    #expect(queue.takeHere()?.item == 0)
    _ = concurrentMap([true, false], jobs: 2) { isHere in
      if isHere {
        #expect(queue.takeHere()?.item == waiting.item)
        queue.finish(running)
        #expect(queue.takeHere() == nil)
      } else {
        while !queue.isRecalled(waiting) { Threads.pause(milliseconds: 1) }
        #expect(!queue.isRecalled(running))
        queue.giveBack(waiting, hasFailed: false)
      }
    }
  }

  @Test("where nobody takes anything away it runs here")
  func nobodyAway() {
    let queue = TestQueue([1, 2], mayLeave: { _ in true }, here: .nothing)
    #expect([queue.takeHere()?.item, queue.takeHere()?.item] == [1, 2])
    #expect(queue.takeHere() == nil)
  }
}
