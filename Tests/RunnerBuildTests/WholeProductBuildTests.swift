import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What real products come to of which all that Swift Testing has is run without asking first what that is.
@Suite struct WholeProductBuildTests {
  private static func package(_ name: String, _ source: String, inLibrary: String = "") -> FixturePackage {
    FixturePackage(
      folder: RelativePath(name), name: name,
      modules: [
        .init(
          name: "\(name)Library", kind: .regular,
          source: "\(inLibrary)\npublic struct \(name)Box { public init() {} }\n"),
        .init(name: "\(name)Tests", source: "import \(name)Library\n\(source)\n"),
      ])
  }

  private static let packages = [
    package(
      "Tempers",
      """
      import Testing
      @Test func top() {}
      @Suite struct S {
        @Test(arguments: [1, 2]) func each(_ number: Int) { #expect(number == 1) }
        @Test(.disabled("not today")) func off() {}
        @Suite struct Inner { @Test func `a raw name`() { withKnownIssue { Issue.record("known") } } }
      }
      extension TempersBox { @Test func stray() {} }
      """),
    package("Strays", "import Testing\nextension StraysBox { @Test func stray() {} }"),
    package(
      "Crashes",
      """
      import Testing
      @Suite(.serialized) struct S {
        @Test func a() {}
        @Test func b() { fatalError("boom") }
        @Test func c() {}
      }
      """),
    package("Exits", "import Foundation\nimport Testing\n@Test func out() { exit(0) }"),
    // As if there were nothing to test.
    package("Feigns", "import Foundation\nimport Testing\n@Test func out() { exit(69) }"),
    // No test module answers for these but the one whose product runs them.
    package(
      "Inside", "import Testing\n@Test func fine() {}",
      inLibrary: "import Testing\n@Test func inside() { Issue.record(\"no\") }"),
    package("Empty", "func nothing() {}"),
    package("Old", "import XCTest\nfinal class T: XCTestCase { func testIt() {} }"),
  ]

  /// The same plan, but that every product seems to have a second test module.
  private func asking(_ plan: FixturePlan) -> FixturePlan {
    let groups = plan.groups.map { group in
      let packages = group.packages.map { package in
        var package = package
        package.testModules.append("AnotherTests")
        return package
      }
      return BuildGroup(
        name: group.name, scratchFolder: group.scratchFolder, packages: packages, pins: group.pins,
        kept: group.kept)
    }
    return FixturePlan(
      RunPlan(
        action: .test, scratchRoot: plan.scratchRoot, swift: plan.swift, groups: groups,
        commands: plan.commands, excused: [], excusedPackages: [:], unjudged: [], expectedSeconds: [:],
        failedBefore: []),
      for: plan.workspace)
  }

  @Test func theVerdictIsThatOfARunThatAsked() throws {
    let workspace = try FixtureWorkspace(Self.packages)
    let plan = workspace.plan(.test, settings: RunSettings(jobs: 2))
    let quick = try workspace.run(plan).modules
    for group in plan.groups {
      let proof = try #require(NativeProof(scratch: group.scratchFolder, configuration: "debug", .linux))
      for package in group.packages {
        for product in plan.swift.testProducts(of: package) {
          #expect(proof.hasNoXCTest(product, of: package) == (package.name != "Old"), "\(package.name)")
        }
      }
    }
    let slow = try asking(plan).run().modules
    #expect(quick.map(\.id) == slow.map(\.id))
    for (one, other) in zip(quick, slow) {
      #expect(one.outcome == other.outcome, "\(one.id)")
      #expect(one.cases == other.cases, "\(one.id)")
      #expect(one.failures == other.failures, "\(one.id)")
      #expect(one.caseReports.map(\.name) == other.caseReports.map(\.name), "\(one.id)")
    }
    let outcomes = Dictionary(uniqueKeysWithValues: quick.map { ("\($0.id.package)", $0.outcome) })
    #expect(
      outcomes == [
        "Tempers": .failed, "Strays": .passed, "Crashes": .crashed, "Exits": .crashed, "Feigns": .crashed,
        "Inside": .failed, "Empty": .passed, "Old": .passed,
      ])
  }

  /// What was known of a product's cases of XCTest is not known of the next one's.
  @Test func casesThatComeAndGoAreSeen() throws {
    let old = "import XCTest\nfinal class T: XCTestCase { func testIt() { XCTFail() } }\n"
    let new = "import Testing\n@Test func it() {}\n"
    let workspace = try FixtureWorkspace([Self.package("Changing", new)])
    let outcomes = try [new, old, new].map { source in
      try workspace.folder.write(source, to: "Changing/Tests/ChangingTests/Source.swift")
      return try workspace.run(workspace.plan(.test)).modules.map(\.outcome)
    }
    #expect(outcomes == [[.passed], [.failed], [.passed]])
  }
}
