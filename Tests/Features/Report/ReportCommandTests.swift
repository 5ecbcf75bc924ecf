import Base
import ProgramSupport
import TestSupport
import Testing

@Suite struct ReportCommandTests {
  private func sandbox() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    return sandbox
  }

  private func run(_ sandbox: CommandSandbox, _ modules: String) throws -> String {
    let head = try sandbox.git.git("shop", "rev-parse HEAD")
    return """
      {"schema": 1, "outcome": "passed", "head": {"ref": "worktree", "commit": "\(head)"}, "base": {"commit": "\(head)"},
       "modules": [\(modules)], "totals": {"affected": 6, "secondsSaved": 12}}
      """
  }

  @Test func aPageInEachForm() throws {
    let sandbox = try sandbox()
    let html = sandbox.run("report --base HEAD --format html")
    #expect(html.exitCode == 0, "\(html.errors)")
    #expect(html.output.hasPrefix("<!doctype html>\n"))
    #expect(html.output.replacing("<wbr>", with: "").contains("@shop/core"))
    let markdown = sandbox.run("report --base HEAD").output
    #expect(markdown.hasPrefix("<!-- ambit:report -->\n### ? No tests were reported\n"))
    let text = sandbox.run("report --base HEAD --format text").output
    #expect(text.hasPrefix("? No tests were reported\n") && !text.contains("| ---"), "\(text)")
    #expect(
      markdown.contains("**shop**, branch `main`, `worktree` (")
        && markdown.contains("**6 of 6 modules** affected"))
    #expect(try sandbox.run("report --base HEAD --json").json["owners"]?["changed"]?.arrayValue?.count == 1)
  }

  @Test func withTheRunThatTestedIt() throws {
    let sandbox = try sandbox()
    try sandbox.edit(
      "../one.json", run(sandbox, #"{"id": "//Packages/Core:CoreTests", "outcome": "passed", "attempts": 1}"#)
    )
    try sandbox.edit(
      "../two.json",
      run(
        sandbox,
        #"""
        {"id": "//Apps/Shop:ShopTests", "outcome": "cached", "attempts": 0},
        {"id": "//Packages/Cart:CartTests", "outcome": "cached", "attempts": 0}
        """#))
    let page = sandbox.run("report --base HEAD --run ../one.json ../two.json")
    #expect(page.exitCode == 0, "\(page.errors)")
    #expect(page.output.contains("### ✓ Tests passed\n\n3 test modules, 1 run, 2 passed before"))
    let merged = try sandbox.run("report merge ../one.json ../two.json").json
    #expect(merged["modules"]?.arrayValue?.count == 3)
    #expect(merged["totals"]?["cached"]?.intValue == 2)
    let part = sandbox.run("report --base HEAD --run ../one.json")
    #expect(part.output.contains("### ? Tests passed, but not all of them ran\n"))
    #expect(part.errors.contains("no result for 2 of 3 affected test modules"))
  }

  @Test(arguments: [("passed", 0), ("failed", 1), ("incomplete", 2), ("stopped", 2)])
  func mergeEndsAsTheWholeRunWouldHave(outcome: String, exitCode: Int) throws {
    let sandbox = try sandbox()
    try sandbox.edit("../one.json", #"{"schema": 1, "outcome": "passed", "modules": []}"#)
    try sandbox.edit("../two.json", #"{"schema": 1, "outcome": "\#(outcome)", "modules": []}"#)
    let result = sandbox.run("report merge ../one.json ../two.json")
    #expect(Int(result.exitCode) == exitCode)
    #expect(try result.json["outcome"]?.stringValue == outcome)
  }

  @Test(arguments: [
    (nil, "unreadable-report"), ("no", "unreadable-report"),
    (#"{"schema":1,"error":{"code":"x"}}"#, "run-without-verdict"),
  ])
  func aReportThatIsNoneIsNoVerdict(text: String?, code: String) throws {
    let sandbox = try sandbox()
    if let text { try sandbox.edit("../bad.json", text) }
    for line in ["report --base HEAD --json --run ../bad.json", "report merge --json ../bad.json"] {
      let result = sandbox.run(line)
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["code"]?.stringValue == code, "\(result.output)")
    }
  }

  @Test func aCommentTellsWhatIsNew() throws {
    let sandbox = try sandbox()
    let failures = { (cases: [String]) in
      let all = cases.map { #"{"case": "\#($0)", "message": "@everyone <b>", "file": null, "line": null}"# }
      return """
        {"id": "//Packages/Core:CoreTests", "outcome": "failed", "attempts": 1,
         "failures": [\(all.joined(separator: ","))]}
        """
    }
    try sandbox.edit("../run.json", run(sandbox, failures(["a()", "b()"])))
    try sandbox.edit("../before.json", run(sandbox, failures(["b()"])))
    let line = "report --base HEAD --run ../run.json --format comment"
    let comment = sandbox.run("\(line) --before ../before.json")
    #expect(comment.exitCode == 0, "\(comment.errors)")
    #expect(comment.output.hasPrefix("<!-- ambit:report -->\n### "))
    #expect(
      comment.output.contains("- `//Packages/Core:CoreTests` `a()`: &#64;&#8203;everyone &#60;b&#62;\n"))
    #expect(comment.output.contains("**New failures: 1**\n") && !comment.output.contains("b()"))
    #expect(sandbox.run(line).output.contains("**Failures: 2**"))
    let page = sandbox.run("report --base HEAD --before ../before.json")
    #expect(page.exitCode == 2)
    #expect(page.errors.contains("'--before' needs '--format comment'"))
  }

  /// Two workspaces of one repository have a comment each.
  @Test func theFirstLineOfACommentNamesTheWorkspace() throws {
    let sandbox = try sandbox()
    try sandbox.edit("workspace.json", #"{"version": 1, "name": "shop --> x"}"#)
    try sandbox.edit("Apps/workspace.json", #"{"version": 1, "name": "shop --> x", "exclude": ["Shop"]}"#)
    let first = { (folder: String) in
      sandbox.run("-C \(folder) report --base HEAD --allow-empty --format comment").lines.first
    }
    #expect(first(".") == "<!-- ambit:report shop -%2d%3e x -->")
    #expect(first("Apps") == "<!-- ambit:report shop -%2d%3e x Apps -->")
  }
}
