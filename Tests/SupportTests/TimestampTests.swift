import Base
import Foundation
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "as Foundation writes them",
    arguments: [0, 59, 951_782_399, 951_782_400, 1_700_000_000, 4_102_444_800, 253_402_300_799])
  func oracle(_ seconds: Int) {
    let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    #expect(Timestamp.text(seconds) == text)
    #expect(Timestamp.date(seconds) == text.prefix(10))
  }

  @Test("what is no date is the nearest one", arguments: [Int.min, -1, .max])
  func outside(_ seconds: Int) {
    #expect(Timestamp.text(seconds).utf8.count == "2026-11-21T09:30:00Z".utf8.count)
  }

  @Test("a date is read back as the day's first second")
  func dates() {
    for day in stride(from: 0, to: 375_000, by: 17) {
      #expect(Timestamp.seconds(ofDate: Timestamp.date(day * 86_400 + 5)) == day * 86_400)
    }
    for text in [
      "", "2026", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "x-y-z", "2026-01-01-",
      "9999-01-01",
    ] {
      #expect(Timestamp.seconds(ofDate: text) == nil, "\(text)")
    }
  }
}
