import Base
import Testing

@testable import Xcode

@Suite struct XcodeTestPlanTests {
  private static let text = #"""
    {
      "configurations" : [ { "id" : "A", "name" : "One", "options" : { } } ],
      "defaultOptions" : {
        "targetForVariableExpansion" : { "containerPath" : "container:Shop.xcodeproj", "identifier" : "0A", "name" : "Shop" }
      },
      "testTargets" : [
        {
          "target" : { "containerPath" : "container:Shop.xcodeproj", "identifier" : "0B", "name" : "Unit Tests" }
        },
        {
          "enabled" : false,
          "skippedTests" : [ "A\/b(\"}\")" ],
          "target" : { "containerPath" : "container:Packages\/Kit", "identifier" : "KitTests", "name" : "KitTests" }
        },
        {
          "target" : { "containerPath" : "container:", "identifier" : "RootTests", "name" : "RootTests" }
        }
      ],
      "version" : 1
    }

    """#

  private func plan(_ text: String = text) throws -> XcodeTestPlan {
    try XcodeTestPlan(reading: Array(text.utf8), file: "Plans/CI.xctestplan", base: "App")
  }

  @Test func filesThatAPlanMentionsAreRead() throws {
    let text = #"""
      {
        "configurations": [{"id": "A", "name": "One", "options": {
          "environmentVariableEntries": [{"key": "DATA", "value": "$(SRCROOT)/Data"}],
          "locationScenario": {"identifier": "Trips/Long.gpx", "referenceType": "0"}}}],
        "defaultOptions": {"commandLineArgumentEntries": [{"argument": "-data b.json"}], "language": "de",
          "targetForVariableExpansion": {"containerPath": "container:Shop.xcodeproj", "name": "Shop"}},
        "testTargets": []
      }
      """#
    let mentions = try plan(text).mentions
    #expect(mentions.texts == ["\"$(SRCROOT)/Data\"", "-data b.json"])
    #expect(mentions.files == ["App/Trips/Long.gpx"])
  }

  @Test func entriesAreRead() throws {
    let plan = try plan()
    #expect(plan.name == "CI")
    #expect(
      plan.entries.map(\.target) == [
        XcodeTargetReference(container: "App/Shop.xcodeproj", name: "Unit Tests"),
        XcodeTargetReference(container: "App/Packages/Kit", name: "KitTests"),
        XcodeTargetReference(container: "App", name: "RootTests"),
      ])
    #expect(plan.entries.map(\.isEnabled) == [true, false, true])
    let bytes = Array(Self.text.utf8)
    for entry in plan.entries {
      let text = String(decoding: bytes[entry.span], as: UTF8.self)
      #expect(text.hasPrefix("{\n") && text.hasSuffix("\n    }"))
    }
  }

  @Test(arguments: 0..<8)
  func aFilteredPlanIsTheOriginalLessEntries(mask: Int) throws {
    let (plan, bytes) = (try plan(), Array(Self.text.utf8))
    let kept = plan.entries.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
    let filtered = plan.filtered(bytes) { kept.contains($0) }
    let again = try self.plan(String(decoding: filtered, as: UTF8.self))
    #expect(again.entries.map(\.definition) == kept.map(\.definition))
    #expect(again.definition == plan.definition)
    if mask == 7 { #expect(filtered == bytes) }
  }

  @Test func aFilteredPlanKeepsItsLayout() throws {
    let plan = try plan()
    let filtered = plan.filtered(Array(Self.text.utf8)) { $0.target.name == "KitTests" }
    let text = String(decoding: filtered, as: UTF8.self)
    #expect(
      text.contains(
        #"""
          "testTargets" : [
            {
              "enabled" : false,
              "skippedTests" : [ "A\/b(\"}\")" ],
              "target" : { "containerPath" : "container:Packages\/Kit", "identifier" : "KitTests", "name" : "KitTests" }
            }
          ],
          "version" : 1
        }
        """#), "\(text)")
  }

  @Test(
    arguments: [
      ("\"identifier\" : \"0A\"", "\"identifier\" : \"1A\"", [true, true, true, true]),
      ("\"identifier\" : \"0B\"", "\"identifier\" : \"1B\"", [true, true, true, true]),
      ("\"enabled\" : false", "\"enabled\" : true", [true, true, false, true]),
      ("A\\/b", "A\\/c", [true, true, false, true]),
      ("\"name\" : \"One\"", "\"name\" : \"Two\"", [false, true, true, true]),
      ("\"name\" : \"RootTests\"", "\"name\" : \"R\"", [true, true, true, false]),
    ])
  func definitionsCountAllButIds(from: String, to: String, isEqual: [Bool]) throws {
    try #require(Self.text.contains(from))
    let (old, new) = (try plan(), try plan(Self.text.replacing(from, with: to)))
    let entries = zip(old.entries, new.entries).map { $0.definition == $1.definition }
    #expect([old.definition == new.definition] + entries == isEqual)
  }

  @Test(
    arguments: [
      ("[]", "a test plan must be an object, not a list", 1),
      ("{\n\"testTargets\": 1}", "\"testTargets\" is a number, not a list", 2),
      ("{\"testTargets\": [\n{}]}", "an entry of the test plan names no target", 2),
      ("{\"testTargets\": [\n", "this list is never closed", 1),
      ("{\n<<<<<<< HEAD\n", "the file has an unresolved Git conflict", 2),
    ])
  func damageIsNamed(text: String, message: String, line: Int) {
    #expect(throws: XcodeProblem(message, in: "Plans/CI.xctestplan", line: line)) { try plan(text) }
  }

  @Test func aPlanMayHaveNoEntries() throws {
    let (plan, bytes) = (try plan("{}"), Array("{}".utf8))
    #expect(plan.entries == [])
    #expect(plan.filtered(bytes) { _ in false } == bytes)
  }
}
