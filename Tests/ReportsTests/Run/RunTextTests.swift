import Base
import Graph
import TestSupport
import Testing

@testable import Reports
@testable import Runner

@Suite("How a run ended, for people")
struct RunTextTests {
  private func text(
    _ report: RunReport, excerpts: [CompilerErrors.Key: [String]] = [:], width: Int? = nil
  ) -> [String] {
    RunText(report, modules: RunFixtures.sources, excerpts: excerpts, width: width)
      .lines(elapsed: .milliseconds(8200)).map(\.plain)
  }

  @Test("all passed")
  func passed() {
    let modules = [RunFixtures.passing, RunFixtures.module("Pay", .passed)]
    #expect(
      text(RunFixtures.report(.passed, packages: RunFixtures.built("Core", "Pay"), modules: modules)) == [
        "Passed: 2 test modules with 16 tests, in 8.2 s"
      ])
    #expect(
      text(RunFixtures.report(.passed, packages: RunFixtures.built("Core", "Pay"))) == [
        "Built: 2 packages, in 8.2 s"
      ])
  }

  @Test("what passed before is counted, with the time it saved")
  func cached() {
    var report = RunFixtures.report(
      .passed, packages: RunFixtures.built("Core"),
      modules: [RunFixtures.passing, RunFixtures.cached("A"), RunFixtures.cached("B")])
    report.secondsSaved = 41
    #expect(
      text(report) == [
        "Passed: 1 test module with 13 tests, 2 passed before, 41 s saved, in 8.2 s"
      ])
    var nothing = RunFixtures.report(.passed, modules: (0..<14).map { RunFixtures.cached("M\($0)") })
    #expect(text(nothing) == ["Nothing to run: 14 test modules passed before"])
    var audited = RunFixtures.report(.passed, packages: RunFixtures.built("Core"))
    audited.auditedPasses = 2
    #expect(text(audited) == ["Audited: 2 modules passed, in 8.2 s"])
    audited.modules = [RunFixtures.passing]
    #expect(text(audited).last?.contains(", 2 more audited, in ") == true)
    nothing.secondsSaved = 41
    #expect(text(nothing) == ["Nothing to run: 14 test modules passed before, 41 s saved"])
  }

  @Test("failures come last, with their places, and the counts after them")
  func failed() {
    var flaky = RunFixtures.module("Net", .flaky, attempts: 3)
    flaky.failures = ["first", "last"].map {
      CaseFailure(
        testCase: "NetTests.Dial/answers()", message: "\($0) word\nand more", file: "Net/T.swift", line: 3)
    }
    let modules = [
      RunFixtures.failing, RunFixtures.module("Pay", .crashed), flaky,
      RunFixtures.passing, RunFixtures.module("Late", .skipped, attempts: 0),
    ]
    #expect(
      text(RunFixtures.report(.failed, packages: RunFixtures.built("Core"), modules: modules)) == [
        "", "Failed",
        "  //Cart:CartTests",
        "    CartTests.Totals/sum()",
        "      Cart/Tests/CartTests/Totals.swift:12  Expectation failed: (a → 3) == 4",
        "        second line",
        #"      again: ambit test //Cart:CartTests --filter '^CartTests\.Totals/sum\(\)$'"#,
        "  //Pay:PayTests  crashed",
        "", "rerun all failures: ambit test --failed",
        "", "Flaky: passed only on a retry", "  //Net:NetTests  3 attempts",
        "    NetTests.Dial/answers()  Net/T.swift:3  last word",
        "", "Failed: 2 of 5 test modules failed, 1 skipped, 2 passed, in 8.2 s",
      ])
  }

  @Test("what has no verdict is named, each reason once")
  func incomplete() {
    #expect(
      text(
        RunFixtures.report(
          .incomplete, packages: RunFixtures.built("Core") + ["Pay", "Bench"].map(RunFixtures.unjudged),
          modules: [RunFixtures.passing, RunFixtures.unjudgedModule("Pay")])) == [
          "", "No verdict", "  //Bench, //Pay:PayTests", "    Nope is not there; add it", "",
          "Incomplete: 1 of 2 test modules without a verdict, 1 passed, 1 package has no verdict, in 8.2 s",
        ])
    #expect(
      text(
        RunFixtures.report(.incomplete, packages: RunFixtures.built("Core") + [RunFixtures.unjudged("Bench")])
      ).last == "Incomplete: 1 of 2 packages has no verdict, in 8.2 s")
  }

  @Test("a crash says whence and what else was under way, and of the calls only those in the workspace count")
  func crashed() throws {
    var failure = CaseFailure(testCase: "PayTests.Odd name/a b", message: "Fatal error: no")
    failure.frames = [
      CallFrame(function: "outside()", file: "/swift/Array.swift", line: 1),
      CallFrame(function: "made()", file: "/w/.build/made.swift", line: 2),
      CallFrame(function: "made()", file: "/w/Pay/.build/made.swift", line: 3),
      CallFrame(function: "pay(_:)", file: "/w/Pay/Pay.swift", line: 4),
      CallFrame(function: "PayTests.a\u{1B}()", file: "/w/Pay/T.swift", line: 5),
    ]
    failure.inFlight = ["PayTests.c()", "PayTests.d()"]
    var module = RunFixtures.module("Pay", .crashed)
    module.failures = [
      failure, CaseFailure(testCase: "PayTests", message: "died", inFlight: ["PayTests.e()"]),
    ]
    let relative = RunPaths(root: "/w").relative(module)
    #expect(relative.failures.first?.file == "Pay/Pay.swift")
    #expect(
      text(RunFixtures.report(.failed, modules: [relative])).dropFirst(2).dropLast(4) == [
        "  //Pay:PayTests  crashed",
        "    PayTests.Odd name/a b",
        "      Pay/Pay.swift:4  Fatal error: no",
        "      called from Pay/T.swift:5  PayTests.a\\x1b()",
        "      also running, result unknown: PayTests.c(), PayTests.d()",
        #"      again: ambit test //Pay:PayTests --filter '^PayTests\.Odd name/a b$'"#,
        "    PayTests",
        "      died",
        "      also running, result unknown: PayTests.e()",
        "      again: ambit test //Pay:PayTests",
      ])
  }

  @Test("a compiler's error is shown once, where it belongs, whoever else failed because of it")
  func compileErrors() {
    let unclear = BuildDiagnostic(message: "link command failed")
    let report = RunFixtures.report(
      .failed,
      packages: [
        RunFixtures.broken("Shop", [unclear]), RunFixtures.broken("App"), RunFixtures.broken("Cart"),
      ],
      modules: ["App", "Cart", "Shop"].map { RunFixtures.module($0, .buildFailed, attempts: 0) })
    let excerpts = CompilerErrors.Key(RunFixtures.compileError).map { [$0: ["2 |   x", "  |   ^"]] } ?? [:]
    #expect(
      text(report, excerpts: excerpts, width: 52) == [
        "", "Does not build",
        "  //Cart:Cart",
        "    Cart/Sources/Cart/Cart.swift:2:5  cannot find",
        "      'x' in scope",
        "      2 |   x",
        "        |   ^",
        "  //Shop",
        "    link command failed",
        "  not run: //App:AppTests, //Cart:CartTests, +1 more",
        "", "Failed: 3 of 3 test modules not built, in 8.2 s",
      ])
    #expect(
      text(RunFixtures.report(.failed, packages: RunFixtures.built("Core") + [RunFixtures.broken("Cart")]))
        .last
        == "Failed: 1 of 2 packages does not build, in 8.2 s")
  }

  @Test("a run that was stopped says how far it came")
  func stopped() {
    let modules = [RunFixtures.passing, RunFixtures.module("Pay", .skipped, attempts: 0)]
    #expect(
      text(RunFixtures.report(.stopped, packages: RunFixtures.built("Core"), modules: modules)) == [
        "Stopped: 1 of 2 test modules skipped, 1 passed, in 8.2 s"
      ])
  }

  @Test("what this machine cannot run is named, and is no failure")
  func excused() throws {
    var module = RunFixtures.module("Phone", .skipped, attempts: 0)
    module.excuse = "is for macos"
    let report = RunFixtures.report(
      .passed, packages: RunFixtures.built("Core"), modules: [RunFixtures.passing, module])
    #expect(
      text(report) == [
        "", "Not for this machine", "  //Phone:PhoneTests  is for macos", "",
        "Passed: 1 test module with 13 tests, 1 skipped, in 8.2 s",
      ])
    let junit = try #require(XMLTree.root(of: JUnitReport.text(report)))
    #expect(junit.all("skipped").map { $0["message"] } == ["is for macos"])
  }

  @Test("a failure that says a book's worth is cut, and controls the terminal no more than any other text")
  func longMessages() {
    var module = RunFixtures.failing
    module.failures[0].message = (0..<500).map { "line \($0) \u{1B}[2J" }.joined(separator: "\n")
    let lines = text(RunFixtures.report(.failed, modules: [module]))
    #expect(lines.count < 40)
    #expect(lines.contains("        ... and 480 more lines"))
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test(
    "a line for each outcome",
    arguments: [
      (RunFixtures.passing, "✓ //Core:CoreTests  12 tests, 1 skipped  420 ms"),
      (RunFixtures.failing, "✗ //Cart:CartTests  1 of 8 tests failed  1.5 s"),
      (RunFixtures.cached("A"), "✓ //A:ATests  4 tests, passed before"),
      (RunFixtures.module("A", .flaky, attempts: 2), "! //A:ATests  3 tests, passed on attempt 2  2.0 s"),
      (RunFixtures.module("A", .crashed), "✗ //A:ATests  crashed  2.0 s"),
      (RunFixtures.module("A", .timedOut), "✗ //A:ATests  timed out  2.0 s"),
      (RunFixtures.module("A", .skipped, attempts: 0), "- //A:ATests  was skipped"),
    ])
  func line(_ module: ModuleReport, _ expected: String) {
    #expect(RunLine.module(module).plain == expected)
  }

  @Test("files are named as seen from the workspace")
  func paths() {
    let paths = RunPaths(root: "/w/shop")
    #expect(paths.relative("/w/shop/Core/A.swift") == "Core/A.swift")
    #expect(paths.relative("/w/shopping/A.swift") == "/w/shopping/A.swift")
    #expect(RunPaths(root: "/").relative("/A.swift") == "A.swift")
    var module = RunFixtures.failing
    module.failures[0].file = "/w/shop/Cart/Tests/CartTests/Totals.swift"
    let report = RunFixtures.report(.failed, modules: [module])
    #expect(paths.relative(report).modules == [RunFixtures.failing])
  }
}
