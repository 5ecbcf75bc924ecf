import Testing

@testable import Session

@Suite struct PlacedFolderTests {
  private let placement = PlacedFolder(
    place: "/home/me/shop", origin: "/home/me/shop/trees/fix", workspace: "/apps")

  @Test func `paths lead where the same can be seen`() {
    #expect(placement.seen("/home/me/shop/trees/fix/A", aside: "/aside") == "/home/me/shop/A")
    #expect(placement.seen("/home/me/shop/.git", aside: "/aside") == "/aside/.git")
    #expect(placement.seen("/home/me/shopping", aside: "/aside") == "/home/me/shopping")
    #expect(placement.entered("/home/me/shop/trees/fix") == "/home/me/shop")
    #expect(placement.entered("/home/me/shop/trees/fixed") == "/home/me/shop/trees/fixed")
  }

  @Test func `a step passes from process to process`() {
    let steps: [PlacementStep] = [
      .wanted(placement), .done(placement, aside: "/tmp/x y/aside"), .refused(placement, "no\nroom"),
    ]
    for step in steps {
      let read = PlacementStep([PlacementStep.variable: step.text])
      if case .refused = step {
        #expect(read == .refused(placement, "no room"))
      } else {
        #expect(read == step)
      }
    }
  }

  @Test(arguments: ["", "done", "done\n/a\n/b\n", "other\n/a\n/b\n\n", "done\n/a\n/b\n\n\n"])
  func `what says no step is none`(text: String) {
    #expect(PlacementStep([PlacementStep.variable: text]) == nil)
  }
}
