import Base
import Graph
import Testing

@testable import Features
@testable import Reports
@testable import Runner

/// The cases that an audit takes from the JUnit files of any tool.
@Suite struct JUnitFileTests {
  private func file(_ text: String) throws -> JUnitFile {
    try JUnitFile(Array(text.utf8), name: "a.xml")
  }

  @Test func whatAmbitWritesIsRead() throws {
    var module = RunFixtures.failing
    module.caseReports = [
      CaseReport(name: "CartTests.Totals/sum()", outcome: .failed, seconds: 0.25),
      CaseReport(name: "CartTests.Totals/tax(rate: 1/2)", outcome: .passed, seconds: 0.5),
      CaseReport(name: "CartTests.free()", outcome: .skipped),
    ]
    let flaky = RunFixtures.module("Flaky", .flaky, attempts: 2)
    let report = RunFixtures.report(.failed, modules: [module, flaky, RunFixtures.module("Pay", .crashed)])
    let read = try file(JUnitReport.text(report))
    #expect(read.cases == 5)
    #expect(
      read.failures == [
        .init(suites: ["//Cart:CartTests", "ambit"], className: "CartTests.Totals", name: "sum()"),
        .init(suites: ["//Pay:PayTests", "ambit"], className: "PayTests", name: "PayTests"),
      ])
  }

  @Test func aCaseFailsByItsOwnElements() throws {
    let read = try file(
      """
      <testsuite name="TestResults" failures="2">
        <properties><property name="error" value="failure"/></properties>
        <testcase classname="A.B" name="x()"><failure message="1"/><failure message="2"/></testcase>
        <testcase classname="A.B" name="y()"><error/></testcase>
        <testcase classname="A.B" name="z()"><rerunFailure/><system-out><failure/></system-out></testcase>
        <testcase classname="A.B" name="w()"><skipped/></testcase>
      </testsuite>
      """)
    #expect(read.cases == 4)
    #expect(read.failures.map(\.name) == ["x()", "y()"])
  }

  @Test func aFailureWithoutACaseIsOneToo() throws {
    let read = try file(
      """
      <testsuites name="all" failures="2">
        <testsuite name="A" errors="1"/>
        <testsuite name="B"><error message="crashed"/></testsuite>
        <testsuite name="C" failures="0"><testcase name="x"/></testsuite>
      </testsuites>
      """)
    #expect(read.cases == 1)
    #expect(read.failures.map(\.suites) == [["A", "all"], ["B", "all"]])
    #expect(read.failures.map(\.shown) == ["A/a failure without a case", "B/a failure without a case"])
  }

  @Test(arguments: ["<html/>", "<testcase/>", "<testsuites><testcase name=\"x\"/>", "PK"])
  func anythingElseIsRefused(text: String) throws {
    let problem = try #require(throws: Failure.self) { try file(text) }
    #expect(problem.message.hasPrefix("the JUnit file \"a.xml\" cannot be read: line 1: "))
  }

  // MARK: Modules

  private static let modules: [Replay.Module] = [
    .init(id: RunFixtures.id("Core", "Core"), kind: .library),
    .init(id: RunFixtures.id("Core", "CoreTests"), kind: .test),
    .init(id: RunFixtures.id("A", "Util-Tests"), kind: .test),
    .init(id: RunFixtures.id("B", "Util-Tests"), kind: .test),
    .init(id: RunFixtures.id("Shop", "ShopTests"), kind: .test),
  ]

  private static let declared: [String: Set<ModuleID>] = [
    "Alpha": [RunFixtures.id("A", "Util-Tests")], "CoreTests": [RunFixtures.id("Shop", "ShopTests")],
    "Money": [RunFixtures.id("Shop", "ShopTests")],
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let testCase: JUnitFile.Case
    let modules: [String]

    init(_ title: String, _ className: String, in suites: String..., modules: String...) {
      testDescription = title
      testCase = JUnitFile.Case(suites: suites, className: className, name: "x()")
      self.modules = modules
    }
  }

  @Test(arguments: [
    Case("Ambit's own", "Odd", in: "//Core:CoreTests", modules: "//Core:CoreTests"),
    Case("a package that does not build", "//Core", in: "//Core", modules: "//Core:Core", "//Core:CoreTests"),
    Case("swift test", "CoreTests.Suite.Nested", in: "TestResults", modules: "//Core:CoreTests"),
    Case(
      "a class in one module that is called like another", "ShopTests.CoreTests", modules: "//Shop:ShopTests"),
    Case("a bundle as the suite", "CoreTests", in: "ShopTests.xctest", modules: "//Shop:ShopTests"),
    Case("a function, or a class of that name", "CoreTests", modules: "//Core:CoreTests", "//Shop:ShopTests"),
    Case("a class alone", "Money", in: "All tests", modules: "//Shop:ShopTests"),
    Case("a module that two packages have", "Util_Tests.Alpha", modules: "//A:Util-Tests"),
    Case("nobody knows which", "Util_Tests.Beta", modules: "//A:Util-Tests", "//B:Util-Tests"),
    Case("a library is none", "Core.X"), Case("nothing", ""), Case("unknown", "Nobody", in: "TestResults"),
  ]) func aCaseLeadsToItsModule(example: Case) {
    let found = CaseModules(Self.modules) { Self.declared[$0] ?? [] }.modules(of: example.testCase)
    #expect(found.map(\.description) == example.modules)
  }
}
