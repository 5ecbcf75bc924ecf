import Base
import Testing

@testable import Session
@testable import Store

/// Scratch folders that were saved at different times share the files of one workspace.
@Suite struct AgreedInputsTests {
  private func input(_ path: String, _ text: String, at time: Int64) -> StateInput {
    StateInput(
      path: RelativePath(path), size: text.utf8.count, modified: FileTime(nanoseconds: time),
      digest: SHA256.digest(of: Array(text.utf8)))
  }

  @Test func whatTheyDifferInGetsNoOldTime() {
    let first = [input("A.swift", "a", at: 1), input("B.swift", "b", at: 2), input("C.swift", "c", at: 3)]
    let second = [input("A.swift", "a", at: 11), input("B.swift", "other", at: 12)]
    // Whichever is first, a file that only one of the builds had as it is has to look changed to the other.
    #expect(StateInput.agreed(by: [first, second]) == [first[0]])
    #expect(StateInput.agreed(by: [second, first]) == [second[0]])
    #expect(StateInput.agreed(by: [first, second, []]) == [])
  }

  @Test func oneAgreesWithItself() {
    let inputs = [input("A.swift", "a", at: 1)]
    #expect(StateInput.agreed(by: [inputs]) == inputs)
    #expect(StateInput.agreed(by: []) == [])
  }
}
