import Base
import ProgramSupport
import TestSupport
import Testing

/// What workspace.json names and what is not there is said.
@Suite struct MissingLockfileTests {
  @Test func aLockfileThatIsNotThereIsWarnedOf() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"lockfiles": {"Apps/Shared.resolved": ["//Apps/Shop"]}}"#)
    let codes = { (json: [String?]) in json.compactMap(\.self).filter { $0 == "missing-lockfile" }.count }
    let before = try sandbox.run("affected --json").json["warnings"]?.arrayValue ?? []
    #expect(codes(before.map { $0["code"]?.stringValue }) == 1)
    #expect(sandbox.run("affected").errors.contains("names \"Apps/Shared.resolved\", but there is no"))
    try sandbox.edit("Apps/Shared.resolved", #"{"pins": [], "version": 2}"#)
    let after = try sandbox.run("affected --json").json["warnings"]?.arrayValue ?? []
    #expect(codes(after.map { $0["code"]?.stringValue }) == 0)
  }

  @Test func aPathWhereNothingIsIsAnsweredForWithAWord() throws {
    let sandbox = try CommandSandbox()
    let result = sandbox.run("owners --paths Packages/Core/New.swift Packages/Core")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("'Packages/Core/New.swift' does not exist"))
    #expect(!result.errors.contains("'Packages/Core'"))
    #expect(result.lines.first?.contains("@shop/core") == true)
  }
}
