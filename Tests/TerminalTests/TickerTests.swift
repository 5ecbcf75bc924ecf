import Testing

@testable import Base

@Suite("Ticks")
struct TickerTests {
  @Test("come while nothing else happens, and stop when told")
  func ticks() {
    let ticks = Guarded(0)
    let ticker = ProgressTicker(every: .milliseconds(1)) { ticks.with { $0 += 1 } }
    ticks.wait { $0 >= 3 }
    ticker.stop()
    let ended = ticks.with { $0 }
    ticker.stop()
    #expect(ticks.with { $0 } == ended)
  }
}
