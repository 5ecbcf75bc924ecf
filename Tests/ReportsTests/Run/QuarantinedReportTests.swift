import Base
import Graph
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports
@testable import Runner

/// Every report shows failures of cases in quarantine separately.
@Suite struct QuarantinedReportTests {
  private static let failed = CaseFailure(
    testCase: "CartTests.Totals/flaky()", message: "Expectation failed\nmore",
    file: "Cart/Tests/Totals.swift",
    line: 7)

  private static func module(_ outcome: ModuleReport.Outcome = .passed) throws -> ModuleReport {
    let line = QuarantineLine(
      cases: try #require(CasePattern("CartTests.Totals/*")), owner: "@shop/cart", reason: "bug 12",
      until: "2027-01-15")
    var module = outcome == .passed ? RunFixtures.module("Cart", .passed) : RunFixtures.failing
    module.caseReports = [
      CaseReport(name: "CartTests.Totals/calm()", outcome: .passed, seconds: 0.25),
      CaseReport(name: "CartTests.Totals/flaky()", outcome: .failed, seconds: 0.5),
      CaseReport(name: "CartTests.top()", outcome: .passed),
    ]
    module.quarantined = [
      QuarantinedCase(name: "CartTests.Totals/calm()", line: line, outcome: .passed),
      QuarantinedCase(name: "CartTests.Totals/flaky()", line: line, outcome: .failed, failures: [failed]),
      QuarantinedCase(
        name: "CartTests.Totals/gone()", line: line, outcome: .failed,
        failures: [CaseFailure(testCase: "CartTests.Totals/gone()", message: "Fatal error")]),
      QuarantinedCase(name: "CartTests.Totals/never()", line: line, outcome: nil),
    ]
    return module
  }

  @Test func theTextNamesCaseOwnerReasonAndDay() throws {
    let report = RunFixtures.report(.passed, modules: [try Self.module()])
    let lines = RunText(report, modules: RunFixtures.sources, width: nil).lines(elapsed: .seconds(2)).map(
      \.plain)
    #expect(
      lines == [
        "", "Failed in quarantine, not counted", "  //Cart:CartTests",
        "    CartTests.Totals/flaky()  Cart/Tests/Totals.swift:7  Expectation failed",
        "      in quarantine until 2027-01-15 (@shop/cart): bug 12",
        "    CartTests.Totals/gone()  Fatal error",
        "      in quarantine until 2027-01-15 (@shop/cart): bug 12", "",
        "Passed: 1 test module with 3 tests, 2 failed in quarantine, in 2.0 s",
      ])
    #expect(
      RunLine.module(try Self.module()).plain == "✓ //Cart:CartTests  3 tests, 2 failed in quarantine  2.0 s")
  }

  @Test func theJSONHasThemApart() throws {
    let report = RunFixtures.report(.passed, modules: [try Self.module(), RunFixtures.passing])
    let text = RunReportJSON.text(report, about: ReportFixtures.report(changed: []))
    let json = try JSONParser.parse(Array(text.utf8))
    let modules = try #require(json["modules"]?.arrayValue)
    #expect(modules[0]["failures"]?.arrayValue?.isEmpty == true)
    let held = try #require(modules[0]["quarantined"]?.arrayValue)
    #expect(held.map { $0["outcome"]?.stringValue } == ["passed", "failed", "failed", nil])
    #expect(held[1]["cases"]?.stringValue == "CartTests.Totals/*")
    #expect(held[1]["until"]?.stringValue == "2027-01-15")
    #expect(held[1]["failures"]?.arrayValue?.first?["line"]?.intValue == 7)
    #expect(modules[1]["quarantined"] == nil)
    #expect(json["totals"]?["quarantined"]?.intValue == 2)
    #expect(json["totals"]?["failed"]?.intValue == 0)

    // A joined report has them too.
    let file = try RunReportFile(Array(text.utf8), name: "a.json")
    let joined = try JSONParser.parse(Array(RunReportMerge.joined([file]).text.utf8))
    #expect(joined["outcome"]?.stringValue == "passed")
    #expect(joined["totals"]?["quarantined"]?.intValue == 2)
    #expect(joined["modules"]?.arrayValue?.first?["quarantined"]?.arrayValue?.count == 4)
  }

  @Test func jUnitHasThemSkippedWithAMessage() throws {
    let read = try #require(
      XMLTree.root(of: JUnitReport.text(RunFixtures.report(.passed, modules: [try Self.module()]))))
    let suite = try #require(read.children.first)
    #expect(suite.attributes["tests"] == "4")
    #expect(suite.attributes["failures"] == "0" && suite.attributes["errors"] == "0")
    #expect(suite.attributes["skipped"] == "2")
    let cases = suite.children.filter { $0.name == "testcase" }
    #expect(cases.map { $0.attributes["name"] } == ["calm()", "flaky()", "top()", "gone()"])
    let note = try #require(cases[1].children.first)
    #expect(note.name == "skipped")
    #expect(note.attributes["type"] == "quarantined")
    #expect(note.attributes["message"] == "failed in quarantine until 2027-01-15 (@shop/cart): bug 12")
  }

  @Test func aFailureOfAnotherCaseStaysOne() throws {
    let report = RunFixtures.report(.failed, modules: [try Self.module(.failed)])
    let lines = RunText(report, modules: RunFixtures.sources, width: nil).lines(elapsed: .seconds(2)).map(
      \.plain)
    let failed = try #require(lines.firstIndex(of: "Failed"))
    let apart = try #require(lines.firstIndex(of: "Failed in quarantine, not counted"))
    #expect(lines[failed..<apart].contains { $0.contains("CartTests.Totals/sum()") })
    #expect(!lines[failed..<apart].contains { $0.contains("flaky()") })
    let suite = XMLTree.root(of: JUnitReport.text(report))?.children.first
    #expect(suite?.attributes["failures"] == "1" && suite?.attributes["skipped"] == "2")
  }
}
