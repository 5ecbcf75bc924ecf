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
}
