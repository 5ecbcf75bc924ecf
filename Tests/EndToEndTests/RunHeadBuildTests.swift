import Base
import ProgramSupport
import TestSupport
import Testing

/// What a run with `--head` says of a commit, whatever lies in the working tree.
struct RunHeadBuildTests {
  @Test func `an uncommitted fix does not bless a broken commit`() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    let file = "Packages/Core/Tests/CoreTests/Tests.swift"
    try sandbox.edit(file, "import Testing\n@Test func t() { #expect(1 == 2) }\n")
    try sandbox.git.commitAll("shop", "broken")
    // Words of its own: elsewhere the same may have passed under the same key.
    try sandbox.edit(file, "import Testing\n@Test func fixed() {}\n")
    let before = try sandbox.git.git("shop", "status --porcelain")
    let result = sandbox.run("test CoreTests --base HEAD~1 --head HEAD --json")
    #expect(result.exitCode == 1, "\(result.errors)")
    #expect(result.errors.contains("in a copy of HEAD"))
    #expect(!result.errors.contains("/revisions/"))
    let failure = try result.json["modules"]?.arrayValue?.first?["failures"]?.arrayValue?.first
    #expect(failure?["file"]?.stringValue == file)
    // The fix, once it is committed, passes; the copy is updated, and the user's repository untouched.
    #expect(try sandbox.git.git("shop", "status --porcelain") == before)
    try sandbox.git.commitAll("shop", "fix")
    try sandbox.edit(file, "import Testing\n@Test func t() { #expect(1 == 3) }\n")
    let fixed = sandbox.run("test CoreTests --base HEAD~1 --head HEAD --json")
    #expect(fixed.exitCode == 0, "\(fixed.errors)")
    #expect(fixed.errors.contains("in a copy of HEAD"))
  }

  @Test func `an edit during the run takes its word away`() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    // A test that edits itself stands for somebody who goes on working.
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Foundation
      import Testing
      @Test func t() throws {
        let text = try String(contentsOfFile: #filePath, encoding: .utf8)
        try (text + "//").write(toFile: #filePath, atomically: false, encoding: .utf8)
      }

      """)
    try sandbox.git.commitAll("shop", "edits")
    let result = sandbox.run("test CoreTests --base HEAD~1 --head HEAD --json")
    #expect(result.exitCode == 2)
    #expect(
      try result.json["error"]?["code"]?.stringValue == "edited-meanwhile", "\(result.output)\(result.errors)"
    )
  }

  @Test(.enabled(if: HostPlatform.isLinux))
  func `what tests make where Git ignores it is no edit`() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Foundation
      import Testing
      @Test func t() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "../../fixtures")
        #expect(names.contains("data"))
        try "made".write(toFile: "../../fixtures/last.log", atomically: false, encoding: .utf8)
      }

      """)
    try sandbox.edit("fixtures/data", "1")
    try sandbox.edit(".gitignore", ".build/\n*.log\n")
    try sandbox.git.commitAll("shop", "lists")
    let result = sandbox.run("test CoreTests --base HEAD~1 --head HEAD --json")
    #expect(result.exitCode == 0, "\(result.output)")
    #expect(!result.errors.contains("in a copy"))
  }

  /// Nothing declares what the test reads, so only the run itself can tell. The next one knows it.
  @Test(.enabled(if: HostPlatform.isLinux), arguments: ["kept/data", "unseen/data"])
  func `a fix of a file that is read for the first time blesses nothing`(file: String) throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Foundation
      import Testing
      @Test func t() { #expect((try? String(contentsOfFile: "../../\(file)", encoding: .utf8)) == "good") }

      """)
    try sandbox.edit("workspace.json", #"{"version": 1, "inputs": {"ignore": ["kept/**"]}}"#)
    try sandbox.edit(".gitignore", ".build/\nunseen/\n")
    try sandbox.edit("kept/data", "bad")
    try sandbox.git.commitAll("shop", "broken")
    try sandbox.edit(file, "good")
    func test() -> CommandSandbox.Result { sandbox.run("test CoreTests --base HEAD~1 --head HEAD --json") }
    let first = test()
    #expect(first.exitCode == 2, "\(first.output)")
    #expect(try first.json["error"]?["code"]?.stringValue == "edited-meanwhile")
    let second = test()
    #expect(second.exitCode == 1, "\(second.output)")
    #expect(second.errors.contains("in a copy of HEAD"))
  }
}
