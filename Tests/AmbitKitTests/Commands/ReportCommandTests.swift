import ProgramSupport
import Support
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
      {"schema": 1, "outcome": "passed", "head": {"ref": "worktree", "commit": "\(head)"},
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
    #expect(markdown.contains("**shop**, branch `main`, at ") && markdown.contains("6 of 6 modules affected"))
    #expect(try sandbox.run("report --base HEAD --json").json["owners"]?["changed"]?.arrayValue?.count == 1)
  }

  @Test func withTheRunThatTestedIt() throws {
    let sandbox = try sandbox()
    try sandbox.edit(
      "../one.json", run(sandbox, #"{"id": "//Packages/Core:CoreTests", "outcome": "passed", "attempts": 1}"#)
    )
    try sandbox.edit(
      "../two.json", run(sandbox, #"{"id": "//Apps/Shop:ShopTests", "outcome": "cached", "attempts": 0}"#))
    let page = sandbox.run("report --base HEAD --run ../one.json ../two.json")
    #expect(page.exitCode == 0, "\(page.errors)")
    #expect(page.output.contains("### ✓ Tests passed\n\n2 test modules, 1 run, 1 passed before"))
    let merged = try sandbox.run("report merge ../one.json ../two.json").json
    #expect(merged["modules"]?.arrayValue?.count == 2)
    #expect(merged["totals"]?["cached"]?.intValue == 1)
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

  @Test func nothingIsNewInAPage() throws {
    let result = try sandbox().run("report --base HEAD --before ../before.json")
    #expect(result.exitCode == 2 && result.errors.contains("'--before' has no meaning without '--post'"))
  }
}
