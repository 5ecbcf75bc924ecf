import Base
import Testing

@testable import Xcode

/// Documents as xcresulttool prints them.
@Suite struct XcodeTestResultsTests {
  private func read(_ text: String) throws -> XcodeTestResults {
    try XcodeTestResults(reading: Array(text.utf8))
  }

  /// A bundle with one case, which has these members besides its name.
  private func one(_ members: String) throws -> XcodeTestResults.Case {
    let results = try read(
      """
      {"devices": [], "testPlanConfigurations": [], "testNodes": [{"name": "CI", "nodeType": "Test Plan", "children": [
        {"name": "Unit Tests", "nodeType": "Unit test bundle", "children": [
          {"name": "CartTests", "nodeType": "Test Suite", "children": [
            {"name": "adds()", "nodeIdentifier": "CartTests/adds()", "nodeType": "Test Case", \(members)}]}]}]}]}
      """)
    return try #require(results.bundles.first { $0.name == "Unit Tests" }?.cases.first)
  }

  @Test func casesAreReadWithTheirMessages() throws {
    let failed = try one(
      """
      "result": "Failed", "durationInSeconds": 0.5, "children": [
        {"name": "CartTests.swift:3: no", "nodeType": "Failure Message"},
        {"name": "Attachment", "nodeType": "Attachment"}]
      """)
    #expect(failed.name == "CartTests/adds()" && failed.outcome == .failed && failed.seconds == 0.5)
    #expect(failed.messages == ["CartTests.swift:3: no"])
  }

  @Test(arguments: [
    ("Passed", XcodeTestResults.Case.Outcome.passed), ("Expected Failure", .passed), ("Skipped", .skipped),
    ("Failed", .failed), ("unknown", .failed), ("passed", .failed),
  ])
  func onlyAWordThatIsKnownPasses(word: String, outcome: XcodeTestResults.Case.Outcome) throws {
    #expect(try one("\"result\": \"\(word)\"").outcome == outcome)
  }

  @Test func aCaseWithoutAResultFails() throws {
    let found = try one("\"details\": \"none\"")
    #expect(found.outcome == .failed && found.messages == ["the case ended as \"nothing\""])
  }

  @Test func aCaseThatFailsOnOneDeviceFails() throws {
    let found = try one(
      """
      "result": "Passed", "children": [{"name": "iPhone", "nodeType": "Device", "result": "Passed"},
        {"name": "iPad", "nodeType": "Device", "result": "Failed", "children": [
          {"name": "no", "nodeType": "Failure Message"}]}]
      """)
    #expect(found.outcome == .failed && found.messages == ["no"])
  }

  @Test func aCaseThatPassesOnARetryIsFlaky() throws {
    let found = try one(
      """
      "result": "Passed", "children": [
        {"name": "First Run", "nodeType": "Repetition", "result": "Failed", "children": [
          {"name": "no", "nodeType": "Failure Message"}]},
        {"name": "Retry 1", "nodeType": "Repetition", "result": "Passed"}]
      """)
    #expect(found.outcome == .passed && found.isFlaky && found.messages == ["no"])
  }

  @Test func bundlesOfOneNameAreOne() throws {
    let node = { (kind: String, result: String) in
      """
      {"name": "A.xctest", "nodeType": "\(kind)", "result": "\(result)", "children": [
        {"name": "a", "nodeType": "Test Case", "result": "\(result)"}]}
      """
    }
    let results = try read(
      "{\"testNodes\": [\(node("Unit test bundle", "Passed")), \(node("UI test bundle", "Failed"))]}")
    #expect(results.bundles.map(\.name) == ["A"])
    #expect(results.bundles.first?.cases.map(\.outcome) == [.passed, .failed])
    #expect(results.bundles.first?.hasFailed == true)
  }

  @Test(arguments: [
    ("{", "line 1 is not JSON"), ("[]", "the list \"testNodes\" is missing"),
    ("{\"testNodes\": 1}", "\"testNodes\" is missing"),
    ("{\"testNodes\": [1]}", "has no \"nodeType\""),
    ("{\"testNodes\": [{\"nodeType\": \"Unit test bundle\"}]}", "has no name"),
  ])
  func damageIsASentence(text: String, message: String) {
    let damage = #expect(throws: XcodeTestResults.Damage.self) { try read(text) }
    #expect(damage?.message.contains(message) == true)
  }
}
