import Foundation
import Support
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
}
