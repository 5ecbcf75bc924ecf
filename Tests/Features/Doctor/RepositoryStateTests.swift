import Base
import ProgramSupport
import TestSupport
import Testing

/// Repositories in the middle of something, or without what one expects: the answer says what is the case, and what to do.
@Suite struct RepositoryStateTests {
  private let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox() }

  private func git(_ command: String) throws { try sandbox.git.git("shop", command) }

  /// One commit more, of Core.
  private func edit(_ text: String = "public let x = 2\n") throws {
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", text)
    try sandbox.git.commitAll("shop")
  }

  @Test func withoutABaseTheHintFitsTheRemotes() throws {
    try git("branch -m main trunk")
    for line in ["affected", "test", "plan", "owners", "why Core", "lint --changed", "report", "build"] {
      let result = sandbox.run(line)
      #expect(result.exitCode == 2, "\(line)")
      #expect(
        result.errors.contains("there is no remote to fetch from"), "\(line) \(result.errors)")
      #expect(!result.errors.contains("git fetch"), "\(line)")
    }
    try git("remote add upstream /nowhere")
    #expect(sandbox.run("affected").errors.contains("git fetch upstream"))
    try git("remote add origin /nowhere")
    #expect(sandbox.run("affected").errors.contains("git fetch origin"))
  }

  @Test func beforeTheFirstCommitEverythingIsSelected() throws {
    try git("update-ref -d HEAD")
    let result = sandbox.run("affected")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("hint: make a first commit"), "\(result.errors)")
    #expect(result.lines.first?.hasPrefix("6 of 6 modules affected") == true)
    let diff = sandbox.run("affected --base main")
    #expect(diff.exitCode == 2)
    #expect(diff.errors.contains("hint: make a first commit\n"), "\(diff.errors)")
  }

  @Test(arguments: ["merge", "rebase", "cherry-pick"])
  func conflictsSayWhatIsUnderWay(_ operation: String) throws {
    try git("checkout -q -b topic")
    try edit("public let x = 3\n")
    try git("checkout -q main")
    try edit()
    try git("checkout -q topic")
    #expect(throws: GitSandbox.Failure.self) { try git("\(operation) main") }
    for line in ["affected", "test", "doctor"] {
      let result = sandbox.run(line)
      #expect(result.exitCode == (line == "doctor" ? 1 : 2))
      let text = result.output + result.errors
      #expect(
        text.contains("a \(operation) is under way; `git \(operation) --abort` cancels it"), "\(text)")
    }
  }

  /// `git bisect run ambit test` would call every commit good.
  @Test func aBisectTestsEverything() throws {
    try edit()
    try git("bisect start HEAD HEAD~1")
    try git("checkout -q HEAD~1")
    let result = sandbox.run("affected")
    #expect(result.errors.contains("a bisect is running"), "\(result.errors)")
    #expect(result.lines.first?.hasPrefix("6 of 6 modules affected") == true)
    #expect(sandbox.run("affected --base HEAD").output.hasPrefix("Nothing is affected"), "that was asked")
  }

  @Test func aDetachedHeadBehindTheBaseIsSaid() throws {
    try edit()
    try git("checkout -q HEAD~1")
    let result = sandbox.run("affected")
    #expect(
      result.errors.contains("a commit of 'main': only uncommitted files count"), "\(result.errors)")
    #expect(sandbox.run("affected --base main").errors == "")
    try git("checkout -q --detach main")
    #expect(sandbox.run("affected").errors == "")
  }

  @Test func aShallowCloneFetchesFromItsRemote() throws {
    try edit()
    try git("checkout -q --orphan other")
    try sandbox.git.commitAll("shop")
    try sandbox.git.git(
      ".", "clone -q --depth 1 --no-single-branch -o elsewhere file://\(sandbox.root) clone")
    let clone = CommandSandbox(sandbox.git, at: "clone")
    let result = clone.run("affected --base elsewhere/main")
    #expect(result.errors.contains("hint: git fetch --unshallow elsewhere\n"), "\(result.errors)")
    #expect(clone.run("doctor").output.contains("git fetch --unshallow elsewhere"))
  }
}
