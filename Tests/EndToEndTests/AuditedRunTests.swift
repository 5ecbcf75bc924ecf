import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// An audit runs tests where files that are no input of them read as something else.
@Suite(.enabled(if: TestTool.bubblewrapWorks, "no bubblewrap that works"))
struct AuditedRunTests {
  /// A test that reads a harmless file by a name that no literal has.
  private static let test = """
    import Foundation
    import Testing

    @Test func t() throws {
      let notes = try String(contentsOfFile: "../../docs/no" + "tes.md", encoding: .utf8)
      #expect(notes == "right")
    }

    """

  @Test func `a file that nobody saw is an input from then on`() throws {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    let unseen = #"{"version": 1, "modules": {"//Packages/*:*": {"test": {"observe": false}}}}"#
    try sandbox.edit("workspace.json", unseen)
    try sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", Self.test)
    for name in ["a", "b", "c", "notes", "z"] { try sandbox.edit("docs/\(name).md", "right") }
    try sandbox.edit(".gitignore", ".build/\n")
    try sandbox.git.commitAll("shop")
    func run(_ flags: String) throws -> (outcome: String?, module: String?, warnings: [String], code: Int32) {
      let result = sandbox.run("test //Packages/Core --json \(flags)")
      let warnings = try result.json["warnings"]?.arrayValue ?? []
      return (
        try result.json["outcome"]?.stringValue,
        try result.json["modules"]?.arrayValue?.first?["outcome"]?.stringValue,
        warnings.compactMap { $0["message"]?.stringValue }, result.exitCode
      )
    }
    #expect(try run("--all").module == "passed")
    #expect(try run("--all").module == "cached")

    let audited = try run("--all --audit 100")
    #expect(audited.outcome == "failed")
    #expect(audited.code == 1)
    #expect(audited.module == "failed")
    #expect(
      audited.warnings.first
        == "audit: //Packages/Core:CoreTests fails when \"docs/notes.md\" changes, but the file is not its input"
    )
    #expect(audited.warnings.count == 2, "\(audited.warnings)")
    #expect(try run("--all --audit 100").outcome == "passed", "now it is an input")

    try sandbox.edit("docs/b.md", "wrong")
    #expect(try run("--all").module == "cached")
    try sandbox.edit("docs/notes.md", "wrong")
    #expect(try run("--base HEAD").module == "failed")
  }
}
