import TestSupport
import Testing

@testable import Base

@Suite("File times")
struct FileTimeTests {
  @Test(
    "Both ways", arguments: [0, 1, -1, 999_999_999, -1_000_000_000, 1_800_000_000_123_456_789, .max, .min])
  func bothWays(_ nanoseconds: Int64) {
    #expect(FileTime(FileTime(nanoseconds: nanoseconds).systemTime).nanoseconds == nanoseconds)
  }

  /// File systems give a finer time to what was looked at since its last change.
  @Test func whatWasWrittenBeforeIsEarlier() throws {
    let folder = try TemporaryFolder()
    for round in 0..<60 {
      try folder.write("\(round)", to: "file")
      _ = FileTimes(of: folder.path("file"))
      try folder.write("\(round) again", to: "file")
      let before = try #require(FileTimes(of: folder.path("file")))
      FileTime.awaitNextOnDisk()
      #expect(before.changed < FileTime.nowOnDisk.nanoseconds)
    }
  }
}
