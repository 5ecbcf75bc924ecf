import Base
import Testing

@testable import Store

@Suite("A state that the cache does not take")
struct UnsavedTests {
  @Test("a full disk is named, and nothing is guessed where the space is not known")
  func causes() {
    let full = Failure.unsaved(bytes: 4096, in: "/c", free: 4095)
    #expect(
      full.code == Failure.State.diskFull.rawValue && full.message == "the disk of \"/c\" is full")
    for free in [4096, nil] as [UInt64?] {
      #expect(Failure.unsaved(bytes: 4096, in: "/c", free: free).code == Failure.State.unwritable.rawValue)
    }
  }
}
