import Base
import Graph
import Testing

@testable import Runner
@testable import Session

@Suite struct RevisionRunPathsTests {
  private let paths = RevisionRunPaths(copy: "/cache/tree", original: "/home/me/shop")

  @Test func reasonsForNoVerdictNameTheOriginal() {
    let reason = Failure(
      code: "scratch-unwritable", message: "cannot write to \"/cache/tree/.build/ambit/main\"")
    let shown = Failure(
      code: "scratch-unwritable", message: "cannot write to \"/home/me/shop/.build/ambit/main\"")
    let id = ModuleID(package: "A", name: "ATests")
    #expect(paths.mapped(ModuleReport(id: id, withoutVerdict: reason)).noVerdict == shown)
    #expect(paths.mapped(PackageReport(folder: "A", withoutVerdict: reason)).noVerdict == shown)
  }
}
