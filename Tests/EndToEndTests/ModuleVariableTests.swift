import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `env` of a module: its tests, and those of all that is built upon it, see the variable, and its value is in their keys.
@Suite struct ModuleVariableTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "workspace.json",
      #"{"packages": ["Packages/*", "Apps/*"], "modules": {"//Packages/Core:Core": {"env": ["COLOR"]}}}"#)
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Foundation
      import Testing

      @Test func t() {
        let environment = ProcessInfo.processInfo.environment
        #expect(environment["COLOR"] == "red")
        #expect(environment["SHAPE"] == nil)
      }

      """)
    try sandbox.git.commitAll("shop")
  }

  private func outcome(_ color: String, _ flags: String = "") throws -> String? {
    let result = sandbox.run(
      "test --all //Packages/Core --json \(flags)", environment: ["COLOR": color, "SHAPE": "round"])
    return try result.json["modules"]?.arrayValue?.first?["outcome"]?.stringValue
  }

  @Test func testsSeeWhatTheirModulesAskFor() throws {
    #expect(try outcome("red") == "passed")
    #expect(try outcome("red") == "cached")
    #expect(try outcome("blue") == "failed", "another value is another key")
    #expect(try outcome("red", "--no-cache --via-swift-test") == "passed")
    let failed = sandbox.run(
      "test --all //Packages/Core -v", environment: ["COLOR": "blue", "SHAPE": "round"])
    let note = failed.errors.split(separator: "\n").first { $0.contains("not passed on") } ?? ""
    #expect(note.contains("SHAPE") && !note.contains("COLOR"), "\(failed.errors)")
  }
}
