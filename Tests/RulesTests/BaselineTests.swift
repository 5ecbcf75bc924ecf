import Base
import TestSupport
import Testing

@testable import Graph

@Suite("the baseline's file")
struct BaselineTests {
  @Test("it knows what was written, and nothing else")
  func roundTrip() throws {
    var app = ModularApp()
    for broken in BrokenRule.all { broken.edit(&app) }
    let findings = try AppLint(app).findings
    #expect(findings.count > 5)
    let text = LintBaseline.text(of: findings)
    let baseline = try #require(LintBaseline(parsing: Array(text.utf8)))
    #expect(findings.allSatisfy(baseline.knows))
    #expect(baseline.fingerprints.count == findings.count)
    // The order in which they were found makes no difference to what is reviewed.
    #expect(LintBaseline.text(of: findings.shuffled()) == text)
    let half = try #require(
      LintBaseline(parsing: Array(LintBaseline.text(of: Array(findings.dropFirst())).utf8)))
    #expect(!half.knows(findings[0]))
    #expect(baseline.intersection(half) == half)
  }

  @Test(
    "what is none is refused",
    arguments: ["", "[]", "{}", #"{"version": 2, "findings": []}"#, #"{"version": 1, "findings": [{}]}"#])
  func refused(_ text: String) {
    #expect(LintBaseline(parsing: Array(text.utf8)) == nil)
  }
}
