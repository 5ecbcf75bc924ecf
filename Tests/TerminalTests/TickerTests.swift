import Platform
import Support
import Testing

@testable import Terminal

@Suite("Ticks")
struct TickerTests {
  @Test("come while nothing else happens, and stop when told")
  func ticks() {
    let progress = CountingProgress()
    let ticker = ProgressTicker(progress, every: .milliseconds(1))
    progress.ticks.wait { $0 >= 3 }
    ticker.stop()
    let ended = progress.ticks.with { $0 }
    ticker.stop()
    #expect(progress.ticks.with { $0 } == ended)
  }
}

private struct CountingProgress: Progress {
  let ticks = Guarded(0)

  func tick() { ticks.with { $0 += 1 } }
  func begin(_ phase: String, total: Int?) {}
  func update(done: Int, doing: String) {}
  func note(_ line: StyledText) {}
  func finish() {}
}
