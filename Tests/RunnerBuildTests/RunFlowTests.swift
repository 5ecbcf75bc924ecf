import Base
import Foundation
import Graph
import RunnerSupport
import SwiftSources
import TestSupport
import Testing

@testable import Runner

/// What happens around single verdicts: builds that fail, retries, time-outs, stopping early.
@Suite struct RunFlowTests {
  private static let broken = FixturePackage(
    folder: "Broken", name: "Broken",
    modules: [
      .init(name: "Bad", kind: .regular, source: "public func one() -> Int {\n  \"one\"\n}\n"),
      .init(name: "BadTests", source: "import Testing\n@Test func fine() {}\n"),
    ])

  /// Its modules act on files that a test leaves in the package's folder.
  private static let moody = FixturePackage(
    folder: "Moody", name: "Moody",
    modules: [
      .init(
        name: "FirstTests",
        source: """
          import Foundation
          import Testing
          @Test func secondTime() {
            let isSecond = FileManager.default.fileExists(atPath: "been-here")
            FileManager.default.createFile(atPath: "been-here", contents: nil)
            #expect(isSecond)
          }
          """),
      .init(
        name: "SlowTests",
        source: """
          import XCTest
          final class Slow: XCTestCase {
            func testQuick() {}
            func testSlow() { while true { Thread.sleep(forTimeInterval: 60) } }
          }
          """),
      .init(name: "TrailingTests", source: "import Testing\n@Test func fine() {}\n"),
    ])

  @Test(arguments: Engine.allCases) func aBuildThatFailsIsNoVerdictOnOtherPackages(engine: Engine) throws {
    let settings = BuildSettings(engine: engine)
    let good = FixturePackage(
      folder: "Good", name: "Good",
      modules: [.init(name: "GoodTests", source: "import Testing\n@Test func fine() {}\n")])
    let workspace = try FixtureWorkspace([Self.broken, good])
    let report = try workspace.run(workspace.plan(.test, settings: RunSettings(settings, jobs: 2)))
    #expect(report.modules.map(\.id) == Self.broken.tests + good.tests)
    #expect(report.modules.map(\.outcome) == [.buildFailed, .passed])
    #expect(report.packages.map(\.outcome) == [.buildFailed, .built])
    #expect(report.outcome == .failed)
    let error = try #require(report.packages.first?.errors.first)
    #expect(error.file == workspace.folder.path("Broken/Sources/Bad/Source.swift"))
    #expect(error.line == 2)
    #expect(error.message == "cannot convert return expression of type 'String' to return type 'Int'")
    #expect(report.modules[0].failures.first?.message == error.message)

    let build = try workspace.run(workspace.plan(.build, settings: RunSettings(settings, failFast: true)))
    #expect(build.packages.map(\.outcome) == [.buildFailed, .skipped])
    #expect(build.modules.isEmpty)
    #expect(build.outcome == .failed)
    #expect(FileManager.default.fileExists(atPath: workspace.folder.path(".build/ambit/.gitignore")))
  }

  /// As `swift test` has it: the tests might start what cannot be built.
  @Test(arguments: Engine.allCases) func aBrokenExecutableFailsTheTestsBesideIt(engine: Engine) throws {
    let half = FixturePackage(
      folder: "Half", name: "Half",
      modules: [
        .init(name: "Fine", kind: .regular, source: "public func one() -> Int { 1 }\n"),
        .init(name: "Broken", kind: .executable, source: "print(two)\n"),
        .init(
          name: "FineTests",
          source: "import Fine\nimport Testing\n@Test func fine() { #expect(one() == 1) }\n"),
        .init(name: "HollowTests", source: ""),
      ])
    let workspace = try FixtureWorkspace([half])
    try FileManager.default.removeItem(atPath: workspace.folder.path("Half/Tests/HollowTests/Source.swift"))
    let observer = RecordingObserver()
    let report = try workspace.run(
      workspace.plan(.test, settings: RunSettings(BuildSettings(engine: engine))), observer: observer)
    #expect(report.modules.map(\.outcome) == [.buildFailed, .buildFailed])
    #expect(report.packages.map(\.outcome) == [.buildFailed], "\(observer.buildOutput)")
    #expect(report.packages.flatMap(\.errors).map(\.message) == ["cannot find 'two' in scope"])
    #expect(report.outcome == .failed)
  }

  @Test func retriesTimeOutsAndFailFast() throws {
    let moody = Self.moody
    let workspace = try FixtureWorkspace([moody])
    let settings = RunSettings(failFast: true, limits: TestLimits(retries: 1))
    let first = try workspace.run(workspace.plan(.test, [moody.id("FirstTests")], settings: settings))
    #expect(first.modules.map(\.outcome) == [.flaky])
    #expect(first.modules.map(\.attempts) == [2])
    #expect(first.outcome == .passed)

    let slow = [moody.id("SlowTests"), moody.id("TrailingTests")]
    let limit = RunSettings(
      failFast: true, limits: TestLimits(timeout: .seconds(90)),
      ownLimits: [moody.id("SlowTests"): TestLimits(timeout: .seconds(5))])
    let second = try workspace.run(workspace.plan(.test, slow, settings: limit))
    #expect(second.modules.map(\.outcome) == [.timedOut, .skipped])
    #expect(
      second.modules[0].failures == [
        CaseFailure(testCase: "SlowTests.Slow/testSlow", message: "did not end within 5.0 seconds")
      ])
    #expect(second.outcome == .failed)

    let filtered = RunSettings(filter: try CaseFilter(#"TrailingTests\.fi.e\(|nothing like it"#))
    let chosen = try workspace.run(
      workspace.plan(.test, [moody.id("SlowTests"), moody.id("TrailingTests")], settings: filtered))
    #expect(chosen.modules.map(\.outcome) == [.skipped, .passed])
    #expect(chosen.modules.map(\.code) == [.noCaseMatches, nil])
    #expect(chosen.modules.map(\.cases) == [CaseCounts(), CaseCounts(passed: 1)])
    #expect(chosen.outcome == .passed)

    let supervisor = ProcessSupervisor()
    let stopper = StopWhenStarted(moody.id("SlowTests"), supervisor)
    let third = try workspace.run(
      workspace.plan(.test, slow), observer: stopper, supervisor: supervisor)
    #expect(third.outcome == .stopped)
    #expect(third.modules.map(\.outcome) == [.skipped, .skipped])
  }
}

/// Stops the run, from another thread, once the module has printed that a case runs.
private final class StopWhenStarted: RunObserver {
  private let module: ModuleID
  private let supervisor: ProcessSupervisor
  private let seen = Guarded<[UInt8]>([])

  init(_ module: ModuleID, _ supervisor: ProcessSupervisor) {
    self.module = module
    self.supervisor = supervisor
  }

  func handle(_ event: RunEvent) {
    guard case .testOutput(module, .stdout, let bytes) = event else { return }
    let isThere = seen.with { text in
      text += bytes
      return String(decoding: text, as: UTF8.self).contains("testSlow' started")
    }
    if isThere { _ = Threads.start { [supervisor] in supervisor.stop() } }
  }
}
