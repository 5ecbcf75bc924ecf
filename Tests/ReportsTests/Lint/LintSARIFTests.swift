import Base
import Graph
import Testing

@testable import Features
@testable import Reports

@Suite("ambit lint as SARIF")
struct LintSARIFTests {
  private func document(_ report: LintReport) throws -> JSONNode {
    try JSONParser.parse(Array(LintSARIF.text(report, version: "1.0").utf8))
  }

  private func results(_ document: JSONNode) -> [JSONNode] {
    document["runs"]?.arrayValue?.first?["results"]?.arrayValue ?? []
  }

  @Test("it keeps the rules of the published schema")
  func schema() throws {
    let all = [LintFixtures.isolated, LintFixtures.undeclared, LintFixtures.pin]
    for report in [
      LintFixtures.report([]), LintFixtures.report(all), LintFixtures.report(all, known: [.pin]),
      LintFixtures.report(all, folder: "mobile app"),
    ] {
      #expect(SARIFShape.log.problems(try document(report)) == [])
    }
  }

  @Test("a place is a path in the repository, a line and a module")
  func places() throws {
    let report = LintFixtures.report(
      [LintFixtures.isolated, LintFixtures.undeclared, LintFixtures.pin], folder: "mobile")
    let places = try results(document(report)).compactMap { $0["locations"]?.arrayValue?.first }
    let uris = places.map { $0["physicalLocation"]?["artifactLocation"]?["uri"]?.stringValue }
    #expect(
      uris == [
        "mobile/Features/Cart/Package.swift", "mobile/Features/Feed/Sources/a%20b%3A50%25%C3%A9.swift",
        "mobile/App/Package.swift",
      ])
    #expect(places.map { $0["physicalLocation"]?["region"]?["startLine"]?.intValue } == [12, 3, nil])
    #expect(
      places.map { $0["logicalLocations"]?.arrayValue?.first?["fullyQualifiedName"]?.stringValue }
        == ["//Features/Cart:CartFeature", "//Features/Feed:FeedFeature", nil])
  }

  @Test("a result points at its rule")
  func rules() throws {
    let document = try document(LintFixtures.report([LintFixtures.isolated, LintFixtures.undeclared]))
    let rules = document["runs"]?.arrayValue?.first?["tool"]?["driver"]?["rules"]?.arrayValue ?? []
    #expect(rules.compactMap { $0["id"]?.stringValue } == LintRule.allCases.map(\.id))
    for result in results(document) {
      let index = try #require(result["ruleIndex"]?.intValue)
      #expect(rules[index]["id"]?.stringValue == result["ruleId"]?.stringValue)
    }
    #expect(results(document).map { $0["level"]?.stringValue } == ["error", "warning"])
  }

  @Test("with a baseline each result says whether it is new")
  func baseline() throws {
    let findings = [LintFixtures.isolated, LintFixtures.pin]
    let with = try results(document(LintFixtures.report(findings, known: [.pin])))
    #expect(with.map { $0["baselineState"]?.stringValue } == ["new", "unchanged"])
    #expect(with.map { $0["suppressions"] == nil } == [true, false])
    let without = try results(document(LintFixtures.report(findings)))
    #expect(without.allSatisfy { $0["baselineState"] == nil && $0["suppressions"] == nil })
  }
}
