import Base
import Testing

@testable import Session

@Suite("A warning about dependency cycles")
struct CycleWarningTests {
  private func cycle(_ names: String...) -> [ModuleID] {
    names.map { ModuleID(package: RelativePath($0), name: $0) }
  }

  @Test("all cycles are one warning with the next step")
  func warning() {
    #expect(Session.warning(for: []) == nil)
    let one = Session.warning(for: [cycle("A", "B", "A")])
    #expect(one?.message == "modules depend on each other in a cycle: //A:A -> //B:B -> //A:A")
    #expect(one?.hints.count == 1 && one?.hints.first?.contains("`ambit lint`") == true)
    let three = Session.warning(for: [
      cycle("A", "B", "A"), cycle("C", "D", "C"), cycle("E", "F", "E"),
    ])
    #expect(three?.message.hasSuffix("//A:A, and 2 more cycles") == true)
  }
}
