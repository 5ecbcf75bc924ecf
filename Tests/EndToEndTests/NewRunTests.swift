import Base
import ProgramSupport
import Testing

@testable import ExampleWorkspace

/// What `ambit new` makes is built and run for real.
@Suite("A new package, built")
struct NewRunTests {
  @Test("the built-in package lints, builds and passes")
  func builtIn() throws {
    let sandbox = try CommandSandbox(ExampleWorkspace.plan(ExampleOptions(packages: 12)))
    #expect(sandbox.run("new package Contracts/WishContract").exitCode == 0)
    #expect(sandbox.run("lint").exitCode == 0)
    let tests = sandbox.run("test //Contracts/WishContract --json")
    #expect(tests.exitCode == 0, "\(tests.errors)")
    let modules = try #require(try tests.json["modules"]?.arrayValue)
    #expect(modules.map { $0["id"]?.stringValue } == ["//Contracts/WishContract:WishContractTests"])
    #expect(modules.allSatisfy { $0["outcome"]?.stringValue == "passed" })
  }
}
