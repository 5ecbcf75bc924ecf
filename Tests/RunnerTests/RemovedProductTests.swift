import Base
import Foundation
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What a test finds beside itself is what this build made for its package.
@Suite struct RemovedProductTests {
  /// The test fails where a program of one of `names` lies beside it.
  private func stand(lookingFor names: String) throws -> StandInSwift {
    try StandInSwift(
      packages: ["A", "B", "Tool"],
      build: #"""
        made $(roots)
        for program in Tool Old; do test -e "$root/without-$program" || cp "$root/product" "$scratch/debug/$program"; done
        touch "$root/without-Old"
        mkdir -p "$scratch/debug/B_B.resources"
        """#,
      test: #"""
        case "$name" in A) for program in \#(names); do
          test ! -e "$(dirname "$0")/$program" || { started; exit 1; }
        done ;; esac
        test -d "$(dirname "$0")/B_B.resources" || exit 1
        started; passed; ended
        """#)
  }

  /// `user` names the package that runs the tool.
  private func plan(
    _ stand: StandInSwift, product: String = "Tool", _ kind: ProductDescription.Kind = .executable,
    user: String? = nil
  ) -> FixturePlan {
    let tool = ModuleID(package: "Tool", name: "Tool")
    return stand.plan { package in
      if package.name == "Tool" {
        package.modules[0].kind = .executable
        package.products = [ProductDescription(name: product, kind: kind, targets: [tool.name])]
      }
      if package.name == user { package.modules[1].runs = [tool] }
    }
  }

  @Test func aToolOfAPackageThatItDoesNotNeedIsNotFound() throws {
    let stand = try stand(lookingFor: "Tool")
    for _ in 1...2 {
      let report = try stand.run(plan(stand))
      #expect(report.modules.map(\.outcome) == [.passed, .passed, .passed])
    }
    #expect(!FileManager.default.fileExists(atPath: stand.folder.path("scratch/main.view")))
    let declared = try stand.run(plan(stand, user: "A"))
    #expect(
      declared.modules.first?.outcome == .crashed, "this one says that it runs the tool, and so finds it")
  }

  @Test(
    arguments: [("Tool", .executable), ("Old", .library(.automatic))] as [(String, ProductDescription.Kind)])
  func aProductThatIsNoLongerThereIsNotFound(name: String, kind: ProductDescription.Kind) throws {
    let stand = try stand(lookingFor: "Old")
    #expect(try stand.run(plan(stand, product: "Old", user: "A")).modules.first?.outcome == .crashed)
    try stand.folder.write("", to: "scratch/main/platform/debug/Old.product/Objects.LinkFileList")
    #expect(try stand.run(plan(stand, product: name, kind, user: "A")).modules.first?.outcome == .passed)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: stand.folder.path("scratch/main/platform/debug"))
    #expect(!left.contains("Old") && !left.contains("Old.product") && left.contains("APackageTests.xctest"))
  }
}
