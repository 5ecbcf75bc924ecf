import Base
import Graph
import Testing

@testable import Features
@testable import Reports

@Suite("ambit lint for people and machines")
struct LintReportTests {
  private let all = [LintFixtures.isolated, LintFixtures.undeclared, LintFixtures.pin]

  @Test("findings stand under their rules, with place, reason and remedy")
  func text() {
    let report = LintFixtures.report([LintFixtures.isolated, LintFixtures.undeclared])
    #expect(
      LintText.lines(report).map(\.plain) == [
        "isolated 1  Modules of an isolated group never depend on each other.",
        "  Features/Cart/Package.swift:12: error: //Features/Cart:CartFeature depends on //Features/Feed:FeedFeature",
        "    why:  features never meet",
        "    fix:  use a contract",
        "",
        "undeclared-import 1  The manifest declares every import.",
        "  Features/Feed/Sources/a b:50%\u{E9}.swift:3: warning: //Features/Feed:FeedFeature imports Util, "
          + "which its manifest does not declare",
        "    why:  it may break",
        "    fix:  declare it",
        "",
        "1 error and 1 warning in 40 modules",
      ])
  }

  @Test("a terminal breaks no word, and loses none")
  func narrow() {
    let report = LintFixtures.report([LintFixtures.isolated])
    let narrow = LintText.lines(report, width: 40).map(\.plain)
    let words = { (lines: [String]) in lines.joined(separator: " ").split(separator: " ") }
    #expect(words(narrow) == words(LintText.lines(report).map(\.plain)))
    #expect(narrow.count > LintText.lines(report).count)
  }

  @Test("what was just said is not said again")
  func repeated() {
    let lines = LintText.lines(LintFixtures.report([LintFixtures.isolated, LintFixtures.isolated])).map(
      \.plain)
    #expect(lines.count { $0.hasPrefix("    why:") } == 1)
    #expect(lines.count { $0.contains(": error: ") } == 2)
  }

  @Test("the last line says how it stands")
  func summary() {
    func last(_ report: LintReport) -> [String] { LintText.lines(report).map(\.plain).filter { !$0.isEmpty } }
    #expect(last(LintFixtures.report([])) == ["No findings in 40 modules"])
    #expect(
      last(LintFixtures.report([LintFixtures.undeclared])).last == "No errors and 1 warning in 40 modules")
    #expect(
      last(LintFixtures.report([LintFixtures.pin], known: [.pin], stale: 2)) == [
        "No findings in 40 modules, 1 in the baseline",
        "2 entries of the baseline no longer found: remove with --update-baseline",
      ])
  }

  @Test("errors that nobody knows fail, and nothing else")
  func verdict() {
    #expect(LintFixtures.report(all).fails)
    #expect(LintFixtures.report(all, known: [.isolated]).fails)
    #expect(!LintFixtures.report(all, known: [.isolated, .pin]).fails)
    #expect(!LintFixtures.report([LintFixtures.undeclared]).fails)
  }

  @Test("annotations name the file as the repository has it")
  func gitHub() {
    let text = LintGitHub.text(LintFixtures.report(all, known: [.pin], folder: "mobile"))
    #expect(
      text == """
        ::error file=mobile/Features/Cart/Package.swift,line=12,title=ambit isolated::\
        //Features/Cart:CartFeature depends on //Features/Feed:FeedFeature%0Awhy: features never meet%0A\
        fix: use a contract
        ::warning file=mobile/Features/Feed/Sources/a b%3A50%25\u{E9}.swift,line=3,title=ambit undeclared-import::\
        //Features/Feed:FeedFeature imports Util, which its manifest does not declare%0Awhy: it may break%0A\
        fix: declare it

        """)
  }

  @Test("JSON says all of it")
  func json() throws {
    let node = try JSONParser.parse(Array(LintJSON.text(LintFixtures.report(all, known: [.pin])).utf8))
    #expect(node["outcome"]?.stringValue == "failed")
    let findings = node["findings"]?.arrayValue ?? []
    #expect(findings.map { $0["rule"]?.stringValue } == ["isolated", "undeclared-import", "pin"])
    #expect(findings.map { $0["known"]?.boolValue } == [false, false, true])
    #expect(findings.map { $0["line"]?.intValue } == [12, 3, nil])
    #expect(findings.map { $0["other"]?.stringValue } == ["//Features/Feed:FeedFeature", nil, nil])
    #expect(findings.compactMap { $0["fingerprint"]?.stringValue } == all.map(\.fingerprint))
    #expect(node["totals"]?["errors"]?.intValue == 1)
    #expect(node["totals"]?["known"]?.intValue == 1)
  }
}
