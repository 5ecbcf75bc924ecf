import Foundation
import Platform
import ProgramSupport
import Support
import TestSupport
import Testing

@testable import ExampleWorkspace

/// What `ambit new` makes is built and run for real.
@Suite("A new package, built")
struct NewRunTests {
  @Test("a feature with contract and demo lints, builds, passes and runs")
  func feature() throws {
    let sandbox = try CommandSandbox(ExampleWorkspace.plan(ExampleOptions(packages: 12)))
    let made = sandbox.run("new feature Wishlist --owner features --depends Core")
    #expect(made.exitCode == 0, "\(made.errors) \(made.output)")
    #expect(sandbox.run("lint").exitCode == 0)
    let before = try sandbox.contents(of: "workspace.json")
    let tests = sandbox.run("test //Contracts/WishlistContract //Features/WishlistFeature --json")
    #expect(tests.exitCode == 0, "\(tests.errors)")
    let modules = try #require(try tests.json["modules"]?.arrayValue)
    #expect(
      modules.map { $0["id"]?.stringValue } == [
        "//Contracts/WishlistContract:WishlistContractTests",
        "//Features/WishlistFeature:WishlistFeatureTests",
      ])
    #expect(modules.allSatisfy { $0["outcome"]?.stringValue == "passed" })
    // As it says what to type next.
    let line = try #require(made.lines.first { $0.contains("swift run") }).split(separator: " ").map(
      String.init)
    let words = line.prefix { $0 != "see" }
    let demo = try Programs(home: sandbox.git.path("home")).run(
      "swift", Array(words.dropFirst()), in: sandbox.root)
    #expect(demo.stdoutText == "Wishlist\n", "\(demo.stderrText)")
    #expect(try sandbox.contents(of: "workspace.json") == before)
  }
}
