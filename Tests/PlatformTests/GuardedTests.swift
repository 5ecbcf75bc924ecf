import Base
import Testing

@Suite struct GuardedTests {
  /// Longer than nanoseconds can be counted.
  @Test func aLimitBeyondAllTimesIsNone() {
    #expect(Guarded(true).wait(atMost: .seconds(Int64.max)) { $0 })
  }

  @Test func aLimitThatIsOverEndsTheWait() {
    #expect(!Guarded(false).wait(atMost: .zero) { $0 })
  }
}
