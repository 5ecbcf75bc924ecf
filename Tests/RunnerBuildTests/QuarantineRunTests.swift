import Base
import Graph
import Runner
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

/// Real cases in quarantine that fail, crash, leave and hang, all built once.
@Suite struct QuarantineRunTests {
  private static let package = FixturePackage(
    folder: "Packages/Held", name: "Held",
    modules: [
      .init(
        name: "FailingTests",
        source: """
          import Testing
          import XCTest
          final class Old: XCTestCase {
            func testGood() {}
            func testFlaky() { XCTFail("flaky") }
          }
          @Suite struct New {
            @Test func good() {}
            @Test(arguments: [1, 2]) func flaky(_ number: Int) { #expect(number == 1) }
          }
          """),
      .init(
        name: "EndingTests",
        source: """
          import Testing
          import XCTest
          final class Old: XCTestCase {
            func testA() {}
            func testFlaky() { fatalError("boom") }
            func testZ() {}
          }
          @Suite(.serialized) struct New {
            @Test func a() {}
            @Test func flaky() { exit(0) }
            @Test func z() {}
          }
          """),
      .init(
        name: "HangingTests",
        source: """
          import Testing
          import XCTest
          @Suite(.serialized) struct New {
            @Test func a() {}
            @Test func flaky() { while true { sleep(1) } }
            @Test func z() {}
          }
          """),
      .init(
        name: "HidingTests",
        source: """
          import XCTest
          final class Old: XCTestCase {
            func testFlaky() { fatalError("boom") }
            func testZ() { XCTFail("hidden by the crash") }
          }
          """),
      .init(
        name: "LeavingTests",
        source: """
          import XCTest
          final class Old: XCTestCase {
            func testFlaky() { XCTFail("flaky") }
            func testLeaves() { atexit { _exit(3) } }
          }
          """),
    ])

  private static let workspace = Result { try FixtureWorkspace([package]) }

  private static func run(viaSwiftTest: Bool, _ patterns: [String]) throws -> [String: ModuleReport] {
    let workspace = try workspace.get()
    let ids = package.tests
    var settings = RunSettings(
      ownLimits: [package.id("HangingTests"): TestLimits(timeout: .seconds(viaSwiftTest ? 60 : 20))],
      viaSwiftTest: viaSwiftTest)
    settings.quarantine = patterns.compactMap(CasePattern.init).map {
      QuarantineLine(cases: $0, owner: "@shop", reason: "flaky", until: "2999-12-31")
    }
    let report = try workspace.run(workspace.plan(.test, ids, settings: settings))
    return Dictionary(uniqueKeysWithValues: report.modules.map { ($0.id.name, $0) })
  }

  @Test(arguments: [false, true]) func eachModule(viaSwiftTest: Bool) throws {
    let modules = try Self.run(viaSwiftTest: viaSwiftTest, ["*.*laky*"])
    let expected: [(String, ModuleReport.Outcome, CaseCounts, held: Int, failures: [String])] = [
      ("FailingTests", .passed, CaseCounts(passed: 2), 2, []),
      ("EndingTests", .passed, CaseCounts(passed: 4), 2, []),
      ("HangingTests", .passed, CaseCounts(passed: 2), 1, []),
      ("HidingTests", .failed, CaseCounts(failed: 1), 1, ["HidingTests.Old/testZ"]),
    ]
    for (name, outcome, cases, held, failures) in expected {
      let module = try #require(modules[name])
      #expect(module.outcome == outcome, "\(name): \(module.failures)")
      #expect(module.cases == cases, "\(name)")
      #expect(module.failedInQuarantine.count == held, "\(name): \(module.quarantined)")
      #expect(module.failures.map(\.testCase) == failures, "\(name)")
      #expect(module.attempts == 1 && RecordedPass(module) == nil)
    }
    // `swift test` turns every exit code into its own, so the others run again without the case.
    let leaving = try #require(modules["LeavingTests"])
    #expect(leaving.outcome == .failed)
    let held = viaSwiftTest ? [] : ["LeavingTests.Old/testFlaky"]
    #expect(leaving.failures.map(\.testCase) == held + ["LeavingTests"])
  }

  @Test func withoutALineEachFails() throws {
    let modules = try Self.run(viaSwiftTest: false, [])
    #expect(modules.count == 5 && modules.values.allSatisfy { !$0.isSuccess && $0.quarantined.isEmpty })
  }
}
