import Graph
import TestSupport
import Testing

@testable import Reports
@testable import Runner

@Suite("JUnit reports")
struct JUnitTests {
  private func root(_ modules: [ModuleReport]) throws -> XMLTree.Element {
    try #require(XMLTree.root(of: JUnitReport.text(RunFixtures.report(.failed, modules: modules))))
  }

  private func counts(_ element: XMLTree.Element) -> [String?] {
    ["tests", "failures", "errors", "skipped"].map { element[$0] }
  }

  @Test("a suite for each module, a case for each case, with what was said of it")
  func cases() throws {
    var module = RunFixtures.failing
    module.caseReports = [
      CaseReport(name: "CartTests.Totals/sum()", outcome: .failed, seconds: 0.25),
      CaseReport(name: "CartTests.Totals/tax(rate: 1/2)", outcome: .passed, seconds: 0.5),
      CaseReport(name: "CartTests.free()", outcome: .skipped),
      CaseReport(name: "CartTests.Totals/Rounding/half()", outcome: .skipped),
    ]
    module.key = "abc"
    let root = try root([module, RunFixtures.cached("A")])
    #expect(root.name == "testsuites")
    #expect(
      ["name", "tests", "failures", "errors", "time"].map { root[$0] } == ["ambit", "5", "1", "0", "4.500"])
    let suite = try #require(root.children.first)
    #expect(suite["name"] == "//Cart:CartTests")
    #expect(counts(suite) == ["4", "1", "0", "2"])
    let cases = suite.all("testcase")
    #expect(
      cases.map { $0["classname"] }
        == ["CartTests.Totals", "CartTests.Totals", "CartTests", "CartTests.Totals.Rounding"])
    #expect(cases.map { $0["name"] } == ["sum()", "tax(rate: 1/2)", "free()", "half()"])
    #expect(cases.map { $0["time"] } == ["0.250", "0.500", nil, nil])
    let failure = try #require(cases[0].all("failure").first)
    #expect(failure["message"] == "Expectation failed: (a → 3) == 4")
    #expect(
      failure.text
        == "Cart/Tests/CartTests/Totals.swift:12\nExpectation failed: (a → 3) == 4\nsecond line\n"
        + #"again: ambit test //Cart:CartTests --filter '^CartTests\.Totals/sum\(\)$'"#)
    #expect(cases[2].children.map(\.name) == ["skipped"])
    let properties = suite.all("property").map { "\($0["name"] ?? "")=\($0["value"] ?? "")" }
    #expect(properties == ["outcome=failed", "source=run", "attempts=1", "key=abc"])
    #expect(root.children[1].all("property").map { $0["value"] } == ["cached", "local"])
  }

  @Test("what has no verdict is an error, and says why")
  func unjudged() throws {
    let report = RunFixtures.report(
      .incomplete, packages: ["Pay", "Bench"].map(RunFixtures.unjudged),
      modules: [RunFixtures.unjudgedModule("Pay")])
    let root = try #require(XMLTree.root(of: JUnitReport.text(report)))
    #expect(root.children.map { $0["name"] } == ["//Pay:PayTests", "//Bench"])
    #expect(counts(root) == ["2", "0", "2", nil])
    for suite in root.children {
      let error = try #require(suite.all("error").first)
      #expect(error["type"] == "no-verdict" && error["message"] == "Nope is not there; add it")
    }
  }

  @Test("a package that does not build has a suite where no test module says so")
  func builds() throws {
    let report = RunFixtures.report(
      .failed, packages: RunFixtures.built("Core") + [RunFixtures.broken("Cart"), RunFixtures.broken("Gen")],
      modules: [RunFixtures.passing, RunFixtures.module("Cart", .buildFailed)])
    let root = try #require(XMLTree.root(of: JUnitReport.text(report)))
    #expect(root.children.map { $0["name"] } == ["//Core:CoreTests", "//Cart:CartTests", "//Gen"])
    #expect(counts(root) == ["3", "0", "2", nil])
    let suite = try #require(root.children.last)
    #expect(counts(suite) == ["1", "0", "1", "0"])
    let error = try #require(suite.all("error").first)
    #expect(error["type"] == "build-failed" && error["message"] == "cannot find 'x' in scope")
    #expect(error.text.hasPrefix("Cart/Sources/Cart/Cart.swift:2"))
  }

  @Test(
    "an outcome without cases is a case of its own",
    arguments: [
      (.passed, []), (.cached, []), (.failed, ["failure"]), (.crashed, ["error"]), (.timedOut, ["error"]),
      (.buildFailed, ["error"]), (.skipped, ["skipped"]),
    ] as [(ModuleReport.Outcome, [String])])
  func outcomes(_ outcome: ModuleReport.Outcome, _ notes: [String]) throws {
    let suite = try #require(try root([RunFixtures.module("A", outcome)]).children.first)
    let cases = suite.all("testcase")
    #expect(cases.map { $0["name"] } == ["ATests"])
    #expect(cases.flatMap(\.children).map(\.name) == notes)
  }

  @Test("what failed before a retry that passed is no failure, and is told")
  func flaky() throws {
    var module = RunFixtures.failing
    module.outcome = .flaky
    module.attempts = 2
    let suite = try #require(try root([module]).children.first)
    #expect(counts(suite) == ["1", "0", "0", "0"])
    #expect(suite.all("flakyFailure").count == 1)
    #expect(suite.all("property").contains { $0["name"] == "flaky" })
  }

  @Test("a crash is an error of the test that ran, beside those that had ended")
  func crash() throws {
    var module = RunFixtures.module("A", .crashed)
    module.caseReports = [CaseReport(name: "ATests.X/one()", outcome: .passed)]
    module.failures = [CaseFailure(testCase: "ATests.X/two()", message: "died of signal 11")]
    let suite = try #require(try root([module]).children.first)
    #expect(counts(suite) == ["2", "0", "1", "0"])
    #expect(suite.all("testcase").map { $0["name"] } == ["one()", "two()"])
    #expect(suite.all("error").map { $0["type"] } == ["crashed"])
  }

  @Test("whatever bytes tests print and names hold, it is XML, and text survives", arguments: 0..<50)
  func anyBytes(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let hostile = [
      "]]>", "<!--", "&#0;", "\u{0}", "\u{1B}[31m", "\u{FFFE}", "\u{FFFF}", "\u{85}", "\"", "'",
      "\r\n", "\t", "日本", "<a b=\"c\">", "\u{1F}", "\u{7F}", "\u{2028}",
    ]
    func text() -> String {
      (0..<6).map { _ in hostile.randomElement(using: &random) ?? "" }.joined()
    }
    var module = RunFixtures.module("A", .failed)
    module.log = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
    module.caseReports = [CaseReport(name: text(), outcome: .failed)]
    module.failures = [CaseFailure(testCase: text(), message: text(), file: text(), line: 1)]
    let root = try root([module])
    #expect(root.all("testcase").count >= 1)
    #expect(root.all("system-out").count == 1)
    // What XML can say at all comes back as it was.
    let plain = "a<b>&\"c'\n\t]]> 日本"
    #expect(XMLTree.root(of: "<a b=\"\(XMLWriter.escaped(plain, inAttribute: true))\"/>")?["b"] == plain)
  }

  @Test("a log of any size makes a report of bounded size")
  func longLog() throws {
    var module = RunFixtures.passing
    module.log = Array(repeating: UInt8(ascii: "x"), count: 5_000_000) + Array("the end\n".utf8)
    let text = JUnitReport.text(RunFixtures.report(.passed, modules: [module]))
    #expect(text.utf8.count < 100_000)
    #expect(try #require(XMLTree.root(of: text)).all("system-out").first?.text.hasSuffix("the end") == true)
  }

  @Test("nothing run is an empty report")
  func empty() throws {
    let root = try root([])
    #expect(root["tests"] == "0")
    #expect(root.children.isEmpty)
  }
}
