import Base
import ReportSupport
import Runner
import Testing

@testable import Reports

@Suite("The JSON report of a run")
struct RunReportJSONTests {
  private func json(_ report: RunReport) throws -> JSONNode {
    let text = RunReportJSON.text(
      report, about: ReportFixtures.report(changed: ["Cart/Sources/Cart/a.swift"]))
    return try JSONParser.parse(Array(text.utf8))
  }

  @Test("every field of the contract is there, with the report's values")
  func contract() throws {
    var failing = RunFixtures.failing
    failing.key = "abc"
    var report = RunFixtures.report(
      .failed, packages: RunFixtures.built("Core"), modules: [failing, RunFixtures.cached("A")])
    report.secondsSaved = 41
    report.build.state = .warm
    report.build.compiled = 4
    let json = try json(report)
    #expect(json["schema"]?.intValue == 1)
    #expect(json["selection"]?.stringValue == "some")
    #expect(json["outcome"]?.stringValue == "failed")
    let modules = try #require(json["modules"]?.arrayValue)
    #expect(modules.map { $0["id"]?.stringValue } == ["//Cart:CartTests", "//A:ATests"])
    #expect(modules.map { $0["outcome"]?.stringValue } == ["failed", "cached"])
    #expect(modules.map { $0["source"]?.stringValue } == ["run", "local"])
    #expect(modules.map { $0["key"]?.stringValue } == ["abc", nil])
    #expect(modules.map { $0["attempts"]?.intValue } == [1, 0])
    #expect(modules[0]["cases"]?["failed"]?.intValue == 1)
    let failure = modules[0]["failures"]?.arrayValue?.first
    #expect(failure?["case"]?.stringValue == "CartTests.Totals/sum()")
    #expect(failure?["file"]?.stringValue == "Cart/Tests/CartTests/Totals.swift")
    #expect(failure?["line"]?.intValue == 12)
    let build = try #require(json["build"])
    #expect(["groups", "invocations", "compiled"].map { build[$0]?.intValue } == [1, 1, 4])
    #expect(build["state"]?.stringValue == "warm")
    let totals = try #require(json["totals"])
    #expect(["affected", "run", "cached", "failed"].map { totals[$0]?.intValue } == [4, 1, 1, 1])
    let text = RunReportJSON.text(report, about: ReportFixtures.report(changed: []))
    #expect(text.contains("\"secondsSaved\": 41.000"))
    #expect(text.contains("\"seconds\": 1.500"))
  }

  @Test("a filter is named, and absent without one")
  func filter() throws {
    var report = RunFixtures.report(.passed, modules: [RunFixtures.passing])
    #expect(try json(report)["filter"] == nil)
    report.filter = "CartTests.Totals"
    #expect(try json(report)["filter"]?.stringValue == "CartTests.Totals")
  }

  @Test("what has no verdict says why, and is no failure")
  func incomplete() throws {
    let json = try json(
      RunFixtures.report(
        .incomplete, packages: [RunFixtures.unjudged("Pay")],
        modules: [RunFixtures.passing, RunFixtures.unjudgedModule("Pay")]))
    #expect(json["outcome"]?.stringValue == "incomplete")
    let module = try #require(json["modules"]?.arrayValue?.last)
    let package = try #require(json["packages"]?.arrayValue?.last)
    for entry in [module, package] {
      #expect(entry["outcome"]?.stringValue == "no-verdict")
      #expect(entry["code"]?.stringValue == "unresolved-dependency")
      #expect(entry["reason"]?.stringValue == "Nope is not there; add it")
    }
    #expect(json["totals"]?["failed"]?.intValue == 0)
    #expect(json["totals"]?["noVerdict"]?.intValue == 1)
  }

  @Test("what is not known is null")
  func unknown() throws {
    var excused = RunFixtures.module("Phone", .skipped, attempts: 0)
    excused.excuse = "is for macos"
    let json = try json(RunFixtures.report(.passed, modules: [RunFixtures.passing, excused]))
    #expect(json["modules"]?.arrayValue?.first?["key"] != nil)
    #expect(json["modules"]?.arrayValue?.map { $0["reason"]?.stringValue } == [nil, "is for macos"])
    #expect(json["build"]?["state"] != nil)
    #expect(json["build"]?["state"]?.stringValue == nil)
  }
}
