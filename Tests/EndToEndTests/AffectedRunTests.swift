import Base
import Foundation
import ProgramSupport
import Testing

@Suite struct AffectedRunTests {
  /// The whole way: one edit, real builds, and exactly the affected test modules run.
  @Test func testRunsExactlyTheAffectedTestModules() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let result = sandbox.run("test --base HEAD --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    let modules = try result.json["modules"]?.arrayValue ?? []
    #expect(modules.map { $0["id"]?.stringValue } == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests"])
    #expect(modules.allSatisfy { $0["outcome"]?.stringValue == "passed" })
    #expect(modules.allSatisfy { $0["cases"]?["passed"]?.intValue == 1 })
    let scratch = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.root)/.build/ambit")
    #expect(Set(scratch) == [".gitignore", "main", "main.lock", "place", "place.lock"])

    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift", "import Testing\n@Test func t() { #expect(1 == 2) }\n")
    let failed = sandbox.run("test --base HEAD --json //Packages/Cart")
    #expect(failed.exitCode == 1)
    let report = try failed.json
    #expect(report["outcome"]?.stringValue == "failed")
    #expect(report["modules"]?.arrayValue?.map { $0["outcome"]?.stringValue } == ["failed"])
  }
}
