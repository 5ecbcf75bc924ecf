import Arguments
import TestSupport
import Testing

@testable import Features
@testable import Session

@Suite("When to run again") struct WatchLoopTests {
  private var loop = WatchLoop()

  private mutating func press(_ key: Character, at now: Int = 0) -> [WatchLoop.Action] {
    let reasons: [Character: WatchOptions.Reason] = ["a": .all, "f": .failed, "\n": .changes]
    if key == "q" { return loop.handle(.leave, now: .milliseconds(now)) }
    return reasons[key].map { loop.handle(.asked($0), now: .milliseconds(now)) } ?? []
  }

  private mutating func change(_ paths: Set<String>, at now: Int) -> [WatchLoop.Action] {
    loop.handle(.changed(paths), now: .milliseconds(now)) + loop.tick(now: .milliseconds(now))
  }

  private mutating func end(at now: Int) -> [WatchLoop.Action] {
    loop.handle(.ended, now: .milliseconds(now))
  }
  private mutating func tick(_ now: Int) -> [WatchLoop.Action] { loop.tick(now: .milliseconds(now)) }

  @Test mutating func aSaveStartsARunOnceItIsQuiet() {
    #expect(press("\n") == [.start(.changes, [])])
    #expect(end(at: 10) == [])
    #expect(change(["a"], at: 100) == [])
    #expect(change(["b"], at: 120) == [])
    #expect(tick(149) == [] && loop.deadline == .milliseconds(150))
    #expect(tick(150) == [.start(.changes, ["a", "b"])])
    #expect(tick(500) == [] && loop.deadline == nil)
  }

  @Test mutating func whoNeverRestsIsNotAwaitedForEver() {
    var started: Int?
    for now in stride(from: 0, through: 2000, by: 20) where started == nil {
      if !change(["a"], at: now).isEmpty { started = now }
    }
    #expect(started == 400)
  }

  @Test mutating func aChangeEndsWhatItMadeStale() {
    _ = press("\n")
    _ = change(["a"], at: 5)
    #expect(tick(35) == [.stop])
    // What changes until it has ended is part of the next run.
    #expect(change(["b"], at: 40) == [] && tick(90) == [])
    #expect(end(at: 100) == [.start(.changes, ["a", "b"])])
  }

  @Test mutating func afterManyThatWereCutShortOneIsLetToItsEnd() {
    _ = press("\n")
    for round in 0..<5 {
      _ = change(["a"], at: round * 100)
      #expect(tick(round * 100 + 40) == [.stop])
      #expect(end(at: round * 100 + 50) == [.start(.changes, ["a"])])
    }
    _ = change(["a"], at: 600)
    #expect(tick(700) == [] && loop.deadline == nil)
    #expect(end(at: 800) == [.start(.changes, ["a"])], "and what it did not see comes right after")
    _ = change(["a"], at: 900)
    #expect(tick(1000) == [.stop])
  }

  @Test mutating func keysRunWhatTheySay() {
    #expect(press("a") == [.start(.all, [])])
    #expect(press("f", at: 5) == [.stop])
    #expect(press("a", at: 6) == [], "the last one counts")
    #expect(end(at: 10) == [.start(.all, [])])
    #expect(end(at: 20) == [])
    #expect(press("q") == [.leave])
  }

  @Test mutating func leavingEndsWhatRunsFirst() {
    _ = press("\n")
    #expect(press("q", at: 1) == [.stop])
    #expect(press("a", at: 2) == [])
    #expect(end(at: 3) == [.leave])
  }

  @Test mutating func whatFailedAloneLeavesTheRestToBeDone() {
    _ = press("\n")
    _ = end(at: 1)
    _ = change(["a"], at: 5)
    #expect(press("f", at: 6) == [.start(.failed, ["a"])])
    #expect(tick(50) == [], "it is not cut short for what was there before it began")
    #expect(end(at: 100) == [.start(.changes, ["a"])])
  }

  @Test mutating func whatWasOnlyWrittenAgainIsLookedAtOnceMore() {
    _ = loop.handle(.touched(["a"]), now: .zero)
    #expect(loop.deadline == nil, "nothing was under way that could have read it")
    _ = press("\n")
    _ = loop.handle(.touched(["a"]), now: .milliseconds(5))
    #expect(loop.deadline == nil)
    #expect(end(at: 50) == [.start(.changes, ["a"])])
    // A test that writes the same file in every run comes to rest.
    _ = loop.handle(.touched(["a"]), now: .milliseconds(55))
    #expect(end(at: 60) == [])
    // News of what happened at the end of a run may come after it.
    _ = loop.handle(.touched(["b"]), now: .milliseconds(70))
    #expect(tick(200) == [.start(.changes, ["b"])])
    #expect(end(at: 300) == [])
    _ = loop.handle(.touched(["b"]), now: .milliseconds(5000))
    #expect(loop.deadline == nil)
  }

  @Test mutating func whatARunThatWasCutShortWasForIsPartOfTheNext() {
    _ = press("\n")
    _ = end(at: 1)
    _ = change(["a"], at: 5)
    #expect(tick(35) == [.start(.changes, ["a"])])
    _ = change(["b"], at: 40)
    #expect(tick(70) == [.stop])
    #expect(end(at: 80) == [.start(.changes, ["a", "b"])])
  }

  /// Whatever happens in whatever order: one run at a time, nothing that changed is forgotten, and who leaves, leaves.
  @Test(arguments: 0..<200) mutating func randomHappenings(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (now, running, stopping, isOver) = (0, false, false, false)
    var unseen: Set<String> = []
    func carryOut(_ actions: [WatchLoop.Action]) {
      for action in actions {
        #expect(!isOver)
        switch action {
        case .start(let reason, _):
          #expect(!running)
          running = true
          if reason != .failed { unseen = [] }
        case .stop:
          #expect(running && !stopping)
          stopping = true
        case .leave:
          #expect(!running)
          isOver = true
        }
      }
    }
    for _ in 0..<100 where !isOver {
      now += Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let name = "f\(Int.random(in: 0..<5, using: &random))"
        unseen.insert(name)
        carryOut(loop.handle(.changed([name]), now: .milliseconds(now)))
      case 3: carryOut(press(["a", "f", "\n", "z"][Int.random(in: 0..<4, using: &random)], at: now))
      case 4, 5: carryOut(tick(now))
      default:
        guard running else { continue }
        (running, stopping) = (false, false)
        carryOut(end(at: now))
      }
    }
    // Left alone it comes to rest, with everything seen.
    for _ in 0..<20 where !isOver {
      now += 500
      carryOut(tick(now))
      if running {
        (running, stopping) = (false, false)
        carryOut(end(at: now))
      }
    }
    #expect(unseen.isEmpty && !running && loop.deadline == nil)
    carryOut(press("q", at: now))
    #expect(isOver)
  }
}
