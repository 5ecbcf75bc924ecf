import Base
import Foundation
import Graph
import Runner
import RunnerSupport
import TestSupport
import Testing

/// The verdict on real test modules, all built and run once.
@Suite struct RunOutcomeTests {
  private struct Finished {
    let workspace: FixtureWorkspace
    let plan: FixturePlan
    let report: RunReport
    let events: [RunEvent]

    var buildOutput: String {
      var output: [UInt8] = []
      for case .buildOutput(_, _, let bytes) in events { output += bytes }
      return String(decoding: output, as: UTF8.self)
    }
  }

  private static let native = finish(.native)
  private static let swiftBuild = finish(.swiftbuild)

  private static func finished(_ engine: Engine = .native) throws -> Finished {
    switch engine {
    case .native: try native.get()
    case .swiftbuild: try swiftBuild.get()
    }
  }

  private static func finish(_ engine: Engine) -> Result<Finished, any Error> {
    Result {
      let workspace = try FixtureWorkspace([.mixed])
      // What a static property holds is never released.
      atexit { RunOutcomeTests.removeFixtures() }
      let plan = workspace.plan(.test, settings: RunSettings(BuildSettings(engine: engine)))
      let observer = RecordingObserver()
      let report = try workspace.run(plan, observer: observer)
      return Finished(workspace: workspace, plan: plan, report: report, events: observer.events)
    }
  }

  private static func removeFixtures() {
    for finished in [native, swiftBuild] {
      guard let path = try? finished.get().workspace.folder.path else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var module: String
    var outcome: ModuleReport.Outcome
    var cases: CaseCounts
    /// Case and the start of the message.
    var failures: [(String, String)] = []
    var testDescription: String { module }
  }

  static let cases: [Case] = [
    Case(module: "PassingTests", outcome: .passed, cases: CaseCounts(passed: 6, skipped: 2)),
    Case(
      module: "PassingTestsMore", outcome: .failed, cases: CaseCounts(failed: 1),
      failures: [("PassingTestsMore.alone()", "Issue recorded\nnot yours")]),
    Case(
      module: "OldFailingTests", outcome: .failed, cases: CaseCounts(passed: 1, failed: 2),
      failures: [
        ("OldFailingTests.Old/testBad", #"XCTAssertEqual failed: ("1") is not equal to ("2") - numbers"#),
        ("OldFailingTests.Old/testThrowing", "threw error \"CancellationError()\""),
      ]),
    Case(
      module: "NewFailingTests", outcome: .failed, cases: CaseCounts(passed: 1, failed: 1),
      failures: [("NewFailingTests.bad(_:)", "Expectation failed: (number → 2) == 1\nnumbers")]),
    Case(
      module: "OldCrashingTests", outcome: .crashed, cases: CaseCounts(passed: 1, failed: 1),
      failures: [("OldCrashingTests.Old/testB", "Fatal error: boom")]),
    Case(
      module: "NewCrashingTests", outcome: .crashed, cases: CaseCounts(failed: 1),
      failures: [("NewCrashingTests.boom()", "Fatal error: boom")]),
    Case(
      module: "OldExitingTests", outcome: .crashed, cases: CaseCounts(passed: 1, failed: 1),
      failures: [("OldExitingTests.Old/testB", "the process ended with exit code 0 before the test ended")]),
    Case(
      module: "NewExitingTests", outcome: .crashed, cases: CaseCounts(failed: 1),
      failures: [("NewExitingTests.leave()", "the process ended with exit code 0 before the test ended")]),
    Case(module: "LoudTests", outcome: .passed, cases: CaseCounts(passed: 2)),
    Case(module: "ForkingTests", outcome: .passed, cases: CaseCounts(passed: 2)),
    Case(module: "EmptyTests", outcome: .passed, cases: CaseCounts()),
    Case(module: "Dashed-Tests", outcome: .passed, cases: CaseCounts(passed: 1)),
    Case(
      module: "StrayTests", outcome: .failed, cases: CaseCounts(failed: 1),
      failures: [("Library.Box/failing()", "Issue recorded\nfiled under Library")]),
  ]

  @Test(arguments: Engine.allCases, cases) func outcome(engine: Engine, expected: Case) throws {
    let report = try Self.finished(engine).report
    let module = try #require(report.modules.first { $0.id.name == expected.module })
    #expect(module.outcome == expected.outcome, "\(module.failures)")
    #expect(module.cases == expected.cases)
    #expect(module.failures.map(\.testCase) == expected.failures.map(\.0))
    for (failure, (_, message)) in zip(module.failures, expected.failures) {
      #expect(failure.message.hasPrefix(message))
    }
    #expect(module.attempts == 1)
  }

  @Test(arguments: Engine.allCases) func everyModuleOfTheFixtureIsExpected(engine: Engine) throws {
    let finished = try Self.finished(engine)
    let report = finished.report
    #expect(report.modules.map(\.id.name) == Self.cases.map(\.module).sorted())
    #expect(report.outcome == .failed)
    #expect(report.packages.map(\.outcome) == [.built])
    // Swift Build fails now and then, and gets a second try.
    let tries = engine == .swiftbuild ? 1...2 : 1...1
    #expect(tries.contains(report.build.invocations), "\(finished.buildOutput)")
  }

  @Test(arguments: Engine.allCases) func failuresNameTheirPlace(engine: Engine) throws {
    let report = try Self.finished(engine).report
    let failures = report.modules.filter { $0.outcome == .failed }.flatMap(\.failures)
    let places = failures.map {
      "\($0.testCase) \($0.file?.split(separator: "/").last ?? "?"):\($0.line ?? 0)"
    }
    #expect(
      places == [
        "NewFailingTests.bad(_:) Source.swift:3", "OldFailingTests.Old/testBad Source.swift:4",
        "OldFailingTests.Old/testThrowing ?:0", "PassingTestsMore.alone() Source.swift:2",
        "Library.Box/failing() Source.swift:3",
      ])
  }

  /// A green module is one that `swift test` calls green; only `exit(0)` deceives it.
  @Test func agreesWithSwiftTest() throws {
    let finished = try Self.finished()
    let package = try #require(finished.plan.packages.first)
    for module in finished.report.modules where !module.id.name.contains("Exiting") {
      // Its test is filed under another module, where a filter for this one cannot find it.
      if module.id.name == "StrayTests" { continue }
      let name = module.id.name.replacing("-", with: "_")
      let status = try finished.workspace.swiftTestExitCode(package, filter: "^\(name)\\.")
      #expect(status.isSuccess == module.outcome.isSuccess, "\(module.id)")
    }
  }

  @Test func aRunThroughSwiftTestComesToTheSameVerdicts() throws {
    let finished = try Self.finished()
    let names = ["PassingTests", "OldCrashingTests", "NewExitingTests", "StrayTests"]
    let plan = finished.workspace.plan(
      .test, names.map { FixturePackage.mixed.id($0) }, settings: RunSettings(viaSwiftTest: true))
    let modules = try finished.workspace.run(plan).modules
    let direct = finished.report.modules.filter { names.contains($0.id.name) }
    #expect(modules.map(\.id) == direct.map(\.id))
    #expect(modules.map(\.outcome) == direct.map(\.outcome))
    #expect(modules.map(\.cases) == direct.map(\.cases))
  }

  @Test func eventsTellTheStory() throws {
    let finished = try Self.finished()
    let ids = finished.report.modules.map(\.id)
    let ends = finished.events.compactMap { if case .moduleFinished(let report) = $0 { report } else { nil } }
    #expect(ends == finished.report.modules)
    let starts = finished.events.compactMap { if case .moduleStarted(let id, 1) = $0 { id } else { nil } }
    #expect(starts == ids)
    #expect(finished.events.first == .buildStarted("main", ["Packages/Mixed"]))
  }
}
