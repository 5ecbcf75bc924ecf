import Base
import Foundation
import Graph
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("One page about a change")
struct ChangePageTests {
  private static func report(
    _ sketch: String = GraphSketch.shop, changed: [String] = ["Core/Sources/Core/a.swift"],
    codeOwners: String = OwnersTests.codeOwners
  ) throws -> ChangeReport {
    ChangeReport(
      affected: ReportFixtures.report(of: GraphSketch.graph(sketch), changed: changed),
      owners: try OwnersTests.report(sketch, changed: changed, codeOwners: codeOwners))
  }

  private static func run(_ modules: [String], outcome: String = "failed") throws -> ReportedRun {
    let text = """
      {"schema": 1, "outcome": "\(outcome)", "head": {"ref": "worktree", "commit": "ffff"},
       "modules": [\(modules.joined(separator: ","))],
       "packages": [{"package": "Odd", "outcome": "build-failed",
         "errors": [{"message": "no <such> thing", "file": "Odd/a.swift", "line": 3}]}],
       "totals": {"secondsSaved": 93.4}}
      """
    return ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
  }

  private static func failing(_ id: String, _ message: String) -> String {
    """
    {"id": \(id.prettyJSON), "outcome": "failed", "seconds": 1, "attempts": 1, "cases": {"failed": 1},
     "failures": [{"case": \(id.prettyJSON), "message": \(message.prettyJSON), "file": \(id.prettyJSON), "line": 1}]}
    """
  }

  @Test("what there is nothing to say about has no section")
  func sections() throws {
    var report = try Self.report()
    let bare = report.page
    #expect(PageScan(bare).problems.isEmpty, "\(PageScan(bare).problems)")
    #expect(!bare.contains("Failed") && !bare.contains("Broken rules"))
    report.findings = []
    #expect(report.page.contains("No rule is broken"))
    #expect(report.document.markdown.contains("No rule is broken.\n"))
    report.findings = [
      ChangeFinding(
        rule: "layer", severity: .error, module: "//Core:Core", file: "Core/Package.swift", line: 7,
        message: "Core must not depend on App", mend: "remove the dependency")
    ]
    #expect(PageScan(report.page).text.contains("Core must not depend on App"))
    #expect(report.document.markdown.contains("| `layer` | `//Core:Core` `Core/Package.swift:7` |"))
  }

  @Test("bundles that another machine has to run are counted, with the reason")
  func skippedBundles() throws {
    let text = """
      {"schema": 1, "outcome": "passed", "head": {"commit": "ffff"}, "base": {"commit": "1a2b3c4d5e"}, "modules": [
        {"id": "//Core:CoreTests", "outcome": "passed", "attempts": 1},
        {"id": "//Cart:CartTests", "outcome": "passed", "attempts": 1},
        {"id": "//App:AppTests", "outcome": "passed", "attempts": 1},
        {"id": "//App.xcodeproj:Tests", "outcome": "skipped", "reason": "needs xcodebuild", "attempts": 0}]}
      """
    var report = try Self.report()
    report.run = ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
    let page = report.document.markdown
    #expect(page.contains("Tests passed, 1 skipped"))
    #expect(page.contains("4 test modules, 3 run, 1 skipped."))
    #expect(page.contains("| `//App.xcodeproj:Tests` | was skipped: needs xcodebuild |"))
  }

  @Test("what has no verdict is told apart from what failed")
  func noVerdict() throws {
    var report = try Self.report()
    let text = """
      {"schema": 1, "outcome": "incomplete", "modules": [
        {"id": "//Core:CoreTests", "outcome": "no-verdict", "reason": "Nope is not there", "attempts": 0},
        {"id": "//App:AppTests", "outcome": "passed", "attempts": 1}],
       "packages": [{"package": "Core", "outcome": "no-verdict", "reason": "Nope is not there"},
         {"package": "Bench", "outcome": "no-verdict", "reason": "gone"}]}
      """
    report.run = ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
    let comment = report.document.markdown
    #expect(
      comment.hasPrefix(
        "<!-- ambit:report -->\n### ? Tests incomplete\n\n1 of 2 test modules without a verdict, 1 run.\n"))
    #expect(comment.contains("| `//Core:CoreTests` | Nope is not there |"))
    #expect(comment.contains("| `//Bench` | gone |") && !comment.contains("| `//Core` |"))
    let page = PageScan(report.page)
    #expect(page.problems.isEmpty)
    #expect(page.text.contains("Nope is not there") && !page.text.contains("Failed"))
  }

  @Test("a run: what failed, what was cached, what that saved")
  func run() throws {
    var report = try Self.report()
    report.run = try Self.run([
      Self.failing("//Core:CoreTests", "Expectation failed"),
      #"{"id": "//Cart:CartTests", "outcome": "cached", "attempts": 0}"#,
      #"{"id": "//App:AppTests", "outcome": "passed", "attempts": 1, "seconds": 0.5, "cases": {"passed": 12}}"#,
    ])
    let summary =
      "1 of 3 test modules failed, 2 run, 1 passed before, 1 package did not build, 1 min 33 s saved, tests took 1.5 s"
    #expect(
      report.document.markdown.hasPrefix("<!-- ambit:report -->\n### ✗ Tests failed\n\n\(summary).\n"))
    let page = PageScan(report.page)
    #expect(page.problems.isEmpty)
    #expect(page.text.contains("✗ Tests failed\(summary)."))
    #expect(page.text.contains("no &lt;such&gt; thing"))
    #expect(report.warnings.isEmpty)
  }

  @Test("a run of another commit is no proof, and the page says so")
  func otherCommit() throws {
    let text = #"{"schema": 1, "outcome": "passed", "modules": [], "head": {"commit": "0123456789abcdef"}}"#
    var report = try Self.report()
    report.run = ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
    #expect(report.warnings.map(\.code).contains("run-of-another-commit"))
    #expect(report.page.contains("01234567"))
    #expect(report.document.markdown.contains("### ? Tests of another commit passed\n"))
  }

  private static let tests = ["//App:AppTests", "//Cart:CartTests", "//Core:CoreTests"]

  @Test(
    "a passed run is green only when it is of the whole change",
    arguments: [
      (#""base": {"commit": "9", "mergeBase": "1a2b3c4d5e"}"#, tests, nil),
      (#""base": null, "selection": "all""#, tests, nil),
      (#""base": null"#, tests, "run-of-another-base"),
      (#""base": {"commit": "1a2b3c4d5e", "mergeBase": "9"}"#, tests, "run-of-another-base"),
      (#""base": {"commit": "1a2b3c4d5e"}, "filter": "A/b""#, tests, "filtered-run"),
      (#""base": {"commit": "1a2b3c4d5e"}"#, [tests[0], tests[2]], "partial-run"),
      (#""base": {"commit": "1a2b3c4d5e"}"#, ["//Unrelated:UnrelatedTests"], "partial-run"),
    ])
  func gaps(_ fields: String, _ tests: [String], _ code: String?) throws {
    let modules = tests.map { #"{"id": "\#($0)", "outcome": "cached"}"# }
    let text = """
      {"schema": 1, "outcome": "passed", "head": {"commit": "ffff"}, \(fields),
       "modules": [\(modules.joined(separator: ","))]}
      """
    var report = try Self.report()
    report.run = ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
    #expect(report.warnings.map(\.code) == (code.map { [$0] } ?? []))
    #expect(ChangeVerdict(report).mood == (code == nil ? .good : .open))
    #expect(report.document.markdown.contains("### ✓ Tests passed\n") == (code == nil))
  }

  private static func unbuilt(_ id: String) -> String {
    """
    {"id": "\(id)", "outcome": "build-failed", "attempts": 0, "failures": [{"case": "//Core:Core",
      "message": "no such module 'Missing'\\nsecond line", "file": "Core/Core.swift", "line": 1}]}
    """
  }

  @Test("an error is told once, with all that it blocks")
  func causes() throws {
    let text = """
      {"schema": 1, "outcome": "failed", "head": {"ref": "worktree", "commit": "ffff"},
       "modules": [\(["//App:AppTests", "//Cart:CartTests", "//Core:CoreTests"].map(Self.unbuilt).joined(separator: ","))],
       "packages": [
         {"package": "App", "outcome": "build-failed", "errors": [{"message": "it needs //Core:Core, which does not compile"}]},
         {"package": "Cart", "outcome": "build-failed", "errors": [{"message": "something else"}]},
         {"package": "Core", "outcome": "build-failed",
          "errors": [{"message": "no such module 'Missing'\\nsecond line", "file": "Core/Core.swift", "line": 1}]},
         {"package": "Odd", "outcome": "build-failed", "errors": []}]}
      """
    var report = try Self.report()
    let run = ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))
    report.run = run
    let causes = ChangeCauses(run).all
    #expect(causes.map(\.name) == ["//Core:Core", "//Odd"])
    #expect(causes[0].tests == ["//App:AppTests", "//Cart:CartTests", "//Core:CoreTests"])
    #expect(causes[0].packages == ["//Core", "//App", "//Cart"])
    #expect(causes.map(\.blocked) == ["blocks 3 test modules and 3 packages", ""])
    let page = PageScan(report.page)
    #expect(page.problems.isEmpty)
    #expect(page.text.contains("✗ The build failed"))
    // In the next step, and as the compiler said it.
    #expect(page.text.components(separatedBy: "no such module 'Missing'").count == 3)
    #expect(
      page.text.contains(
        "//Core:Core in Core/Core.swift:1 blocks 3 test modules and 3 packages: //App:AppTests"))
    let markdown = report.document.markdown
    #expect(markdown.components(separatedBy: "no such module 'Missing'").count == 3)
    #expect(markdown.contains("  ```\n  no such module 'Missing'\n  second line\n  ```\n"))
    let comment = ChangeComment.text(report, marker: CommentMarker(workspace: "shop"))
    #expect(comment.components(separatedBy: "no such module 'Missing'").count == 2)
    #expect(comment.contains("blocks 3 test modules and 3 packages"))
  }

  @Test(
    "a package waits for the module that its error names, and not for one with the beginning of that name")
  func likeNames() throws {
    let core = #"{"message": "no", "file": "Core/Core.swift", "line": 1}"#
    let text = """
      {"schema": 1, "outcome": "failed", "modules": [
        {"id": "//Core:CoreTests", "outcome": "build-failed",
         "failures": [{"case": "//Core:Core", "message": "no", "file": "Core/Core.swift", "line": 1}]}],
       "packages": [{"package": "Core", "outcome": "build-failed", "errors": [\(core)]},
         {"package": "App", "outcome": "build-failed",
          "errors": [{"message": "it needs //Core:CoreUI, which does not compile"}]},
         {"package": "Cart", "outcome": "build-failed",
          "errors": [{"message": "it needs //Core:Core, which does not compile"}]}]}
      """
    let causes = ChangeCauses(ReportedRun(try RunReportFile(Array(text.utf8), name: "run.json"))).all
    #expect(causes.map(\.name) == ["//Core:Core", "//App"])
    #expect(causes.map(\.packages) == [["//Core", "//Cart"], ["//App"]])
  }

  @Test("the verdict comes first, then what of and what to do")
  func head() throws {
    var report = try Self.report()
    report.project = "shop"
    report.branch = "feature/x"
    let open = PageScan(report.page).text
    #expect(
      open.contains(
        "? No tests were reportedshop, branch feature/x, worktree (ffff): 6 of 6 modules affected, 3 of them tests. "
          + "1 changed file since main (1a2b3c4d)"))
    #expect(open.contains("ambit test --json-report run.json"))
    report.run = try Self.run([Self.failing("//Core:CoreTests", "no")])
    let failed = PageScan(report.page).text
    #expect(failed.contains("Reproduce the failure: ambit test //Core:CoreTests."))
    #expect(report.page.contains("<title>shop: Tests failed</title>"))
    #expect(report.document.markdown.contains("**shop**, branch `feature/x`, `worktree` (`ffff`): "))
  }

  @Test("a reason that all have is said once")
  func sharedReason() throws {
    let report = try Self.report(changed: ["lint.json"])
    let page = PageScan(report.page).text
    #expect(page.components(separatedBy: "because no module owns lint.json.").count == 2)
    #expect(page.components(separatedBy: "no module owns").count == 2)
    #expect(!page.contains("Because"))
    let markdown = report.document.markdown
    #expect(markdown.components(separatedBy: "no module owns").count == 2)
    #expect(try Self.report().affected.sharedReason == nil)
  }

  @Test("a reason that many have is said once, beside the others' own reasons")
  func commonReason() throws {
    let report = try Self.report(changed: ["lint.json", "notes.txt", "Core/Sources/Core/Core.swift"])
    let page = PageScan(report.page).text
    let sentence = "modules are affected, because no module owns lint.json, notes.txt."
    #expect(page.components(separatedBy: sentence).count == 2)
    #expect(page.components(separatedBy: "no module owns").count == 2)
    #expect(page.contains("changed Sources/Core/Core.swift"))
    #expect(report.affected.sharedReason == nil)
  }

  @Test("the section counts broken rules as the verdict does")
  func countedRules() throws {
    var report = try Self.report()
    func finding(_ severity: ChangeFinding.Severity) -> ChangeFinding {
      ChangeFinding(
        rule: "layer", severity: severity, module: nil, file: nil, line: nil, message: "no", mend: nil)
    }
    report.findings = [finding(.error), finding(.warning), finding(.error)]
    let page = PageScan(report.page).text
    #expect(page.contains("2 rules are broken") && page.contains("Broken rules 2"))
    #expect(page.contains("Warnings of rules 1"))
    report.findings = [finding(.warning)]
    let warned = PageScan(report.page).text
    #expect(warned.contains("Warnings of rules 1") && !warned.contains("broken"))
  }

  @Test("the picture of what is reached is small, whatever is affected", arguments: [3, 30, 400])
  func drawing(_ count: Int) throws {
    let names = (0..<count).map { "Module\($0)" }
    let report = try Self.report(names.map { "\($0) -> Core" }.joined(separator: " | "))
    let drawing = try #require(ChangeDrawing(report.affected, failed: []))
    #expect(drawing.columns.allSatisfy { $0.count <= ChangeDrawing.mostRows })
    #expect(drawing.columns.count <= ChangeDrawing.mostColumns)
    #expect(drawing.columns.first?.map(\.name) == ["//Core:Core"] || count > 20)
    let shown = zip(drawing.columns, drawing.hidden).reduce(0) { $0 + $1.0.count + $1.1 }
    #expect(shown > 0 && shown <= 2 * count + 3)
    let nothing = try Self.report(changed: ["lint.json"])
    #expect(ChangeDrawing(nothing.affected, failed: []) == nil)
  }

  @Test("nothing that anything is called becomes markup", arguments: GraphSketch.hostileNames)
  func hostile(_ name: String) throws {
    let graph = GraphSketch.libraries([name, "\(name)\(name)"])
    let affected = ReportFixtures.report(
      of: graph, changed: ["Odd/Sources/\(name)/\(name)"],
      fallback: Warning(code: "x", message: name, hints: [name]))
    let team = OwnersReport.Group(
      id: name, name: name, contact: name, handles: [name], modules: graph.modules.map(\.id),
      files: [RelativePath(name)], path: .init(modules: graph.modules.map(\.id), reason: []))
    let owners = OwnersReport(
      revisions: ComparedRevisions(
        base: .init(ref: name, commit: name, mergeBase: nil), head: .init(ref: name, commit: name)),
      rules: .init(ref: name, commit: name, isBase: true), changed: [team], reached: [team],
      shared: [.init(module: graph.modules[0].id, owners: [name], teams: [name], dependents: 1)], mixed: [],
      deleted: [.init(module: graph.modules[0].id, owners: [name])], unowned: graph.modules.map(\.id),
      owners: [graph.modules[0].id: [name]], fallback: affected.fallback, warnings: [])
    var report = ChangeReport(affected: affected, owners: owners)
    report.findings = [
      ChangeFinding(
        rule: name, severity: .warning, module: name, file: name, line: 1, message: name, mend: name)
    ]
    report.run = try Self.run([Self.failing(name, "\(name)\n\(name)")])
    let page = PageScan(report.page)
    #expect(page.problems.isEmpty, "\(page.problems)")
    #expect(!page.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(page.elements["h2"] == 6)
    let lines = report.document.markdown.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("<!--") } == 1)
    #expect(lines.count { $0 == "</details>" } == lines.count { $0.hasPrefix("<details>") })
  }

  @Test("no page is larger than a megabyte and no comment than GitHub takes", arguments: [10, 2000])
  func large(_ count: Int) throws {
    let names = (0..<count).map { "PackageWithAVeryLongNameThatPeopleChose\($0)" }
    var report = try Self.report(
      names.map { "\($0) -> Core | \($0)Tests -> \($0)" }.joined(separator: " | "),
      codeOwners: "* @the-organisation/the-team-of-everything @another/team")
    // As much text from few modules as from many.
    let line = String(repeating: "a long line of a log <&> ", count: 80_000 / count)
    report.run = try Self.run(names.map { Self.failing("//\($0):\($0)Tests", "\(line)\n\(line)") })
    report.findings = names.map { name in
      ChangeFinding(
        rule: "layer", severity: .error, module: name, file: "\(name)/Package.swift", line: 1, message: line,
        mend: line)
    }
    let page = report.page
    #expect(page.utf8.count < 1_000_000)
    #expect(PageScan(page).problems.isEmpty)
    #expect(page.contains(" more</p>") == (count == 2000))
    #expect(report.document.markdown.utf8.count < 65_536)
  }

  @Test("JSON has the parts")
  func json() throws {
    var report = try Self.report()
    report.run = try Self.run([Self.failing("//Core:CoreTests", "no")])
    let json = try JSONParser.parse(Array(ChangeJSON.text(report).utf8))
    #expect(json["project"]?.isNull == true)
    #expect(json["run"]?["causes"]?.arrayValue?.map { $0["name"]?.stringValue } == ["//Odd"])
    #expect(json["affected"]?["selection"]?.stringValue == "some")
    #expect(json["owners"]?["changed"]?.arrayValue?.count == 1)
    #expect(json["findings"]?.isNull == true)
    #expect(json["run"]?["failed"]?.arrayValue?.map(\.stringValue) == ["//Core:CoreTests"])
  }
}
