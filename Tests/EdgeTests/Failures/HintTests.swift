import Base
import ProgramSupport
import Testing

@testable import GitBridge

@Suite("What to do next")
struct HintTests {
  @Test(arguments: Failure.Git.allCases)
  func `every way in which Git gives no answer has a next step`(kind: Failure.Git) {
    #expect(!Failure.git(kind, "x").hints.isEmpty)
  }

  @Test func `vouching for a folder names it`() {
    let error = Failure.git(.dubiousOwnership, "x", place: "/elsewhere/shop")
    #expect(error.hints.first?.contains("safe.directory '/elsewhere/shop'") == true)
  }

  @Test func `a list of files that cannot be read is no empty list`() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("affected --files - --json", input: nil)
    #expect(result.exitCode == 2)
    #expect(result.output.contains("unreadable-input"))
    let empty = sandbox.run("affected --files - --json", input: [])
    #expect(empty.exitCode == 0)
    #expect(empty.output.contains("no-files"))
    #expect(sandbox.run("affected --files /etc/passwd --json").output.contains("file-outside-repository"))
  }
}
