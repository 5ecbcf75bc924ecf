import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A CODEOWNERS file that cannot be read stops those alone who ask for owners.
@Suite struct UnreadableOwnersTests {
  private static let code = "unreadable-codeowners"
  private let sandbox: CommandSandbox

  /// CODEOWNERS is not in the working tree, as in a sparse checkout, and its object is damaged.
  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"version": 1}"#)
    try sandbox.git.commitAll("shop", "configure")
    let id = try sandbox.git.git("shop", "rev-parse HEAD:CODEOWNERS")
    try sandbox.git.git("shop", "update-index --skip-worktree CODEOWNERS")
    try FileManager.default.removeItem(atPath: "\(sandbox.root)/CODEOWNERS")
    let object = "\(sandbox.root)/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    try FileManager.default.removeItem(atPath: object)
    try "damaged".write(toFile: object, atomically: false, encoding: .utf8)
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
  }

  private func codes(_ result: CommandSandbox.Result) throws -> [String] {
    (try result.json["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test(arguments: [
    "affected --base HEAD --json", "plan --base HEAD --json", "test --dry-run --base HEAD --json",
    "why //Packages/Core:Core --base HEAD --json", "lint --json", "lint --changed --base HEAD --json",
    "show //Packages/Core:Core --json", "metrics --json",
  ])
  func aWarningForWhoeverCanDoWithout(_ line: String) throws {
    let result = sandbox.run(line)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try codes(result).filter { $0 == Self.code }.count == 1, "\(result.output)")
  }

  @Test func aQueryThatDoesNotAskForOwners() throws {
    #expect(try codes(sandbox.run("query all() --json")) == [Self.code])
    for expression in ["unowned()", "tests(owner(@shop/core))"] {
      let result = sandbox.run("query \(expression) --json")
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["message"]?.stringValue?.contains("damaged") == true)
    }
  }

  @Test(arguments: ["lint --json", "lint --changed --base HEAD --json"])
  func rulesAboutOwnersNeedIt(_ line: String) throws {
    try sandbox.edit("workspace.json", #"{"version": 1, "rules": {"requireOwner": true}}"#)
    let result = sandbox.run(line)
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["message"]?.stringValue?.contains("damaged") == true)
  }

  @Test(arguments: ["owners --base HEAD --json", "owners --json --paths Packages/Core"])
  func ownersNeedIt(_ line: String) throws {
    let result = sandbox.run(line)
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["message"]?.stringValue?.contains("damaged") == true)
  }

  /// Lines that no host can read are left out, each with a warning where owners are asked for.
  @Test(arguments: ["\u{0}\n* @a\u{0}\n", "[ @x\n!foo\n/x[ @\n* @a @@ ^[\n", "nobody\n\\\n"])
  func oddLinesStopNobody(_ text: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("CODEOWNERS", text)
    for line in ["affected --base HEAD", "plan --base HEAD", "owners --base HEAD", "lint"] {
      #expect(sandbox.run(line).exitCode == 0, "\(line)")
    }
  }
}
