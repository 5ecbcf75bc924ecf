import Testing

@testable import Platform

@Suite("File times")
struct FileTimeTests {
  @Test(
    "Both ways", arguments: [0, 1, -1, 999_999_999, -1_000_000_000, 1_800_000_000_123_456_789, .max, .min])
  func bothWays(_ nanoseconds: Int64) {
    #expect(FileTime(FileTime(nanoseconds: nanoseconds).systemTime).nanoseconds == nanoseconds)
  }
}
