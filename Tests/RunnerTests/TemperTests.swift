import Base
import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// Test processes of every temper. A shell script takes the product's part, so nothing is compiled.
@Suite struct TemperTests {
  private func report(
    _ test: String, timeout: Duration? = nil, retries: Int? = nil
  ) throws -> (module: ModuleReport, stand: StandInSwift) {
    let stand = try StandInSwift(packages: ["A"], test: test)
    let settings = RunSettings(limits: TestLimits(retries: retries, timeout: timeout))
    let report = try stand.run(stand.plan(settings))
    return (try #require(report.modules.first), stand)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var outcome: ModuleReport.Outcome
    /// How the message of the first failure begins.
    var message: String?
  }

  @Test(arguments: [
    Case(testDescription: "passes", script: "started; passed; ended", outcome: .passed),
    Case(
      testDescription: "exits in the middle", script: "started; exit 0", outcome: .crashed,
      message: "the process ended with exit code 0 before the test ended"),
    Case(
      testDescription: "runs nothing", script: "ended", outcome: .crashed,
      message: "the process ended with exit code 0 before the test ended"),
    Case(
      testDescription: "does not say that it is over", script: "started; passed", outcome: .crashed,
      message: "the process ended with exit code 0 before the test ended"),
    Case(
      testDescription: "dies", script: "started; kill -SEGV $$", outcome: .crashed,
      message: "the process died of signal 11 (SIGSEGV) before the test ended"),
    Case(
      testDescription: "fails without a failing case", script: "started; passed; ended; exit 3",
      outcome: .failed,
      message: "no test failed, but the process ended with exit code 3"),
    Case(
      testDescription: "closes its output", script: "started; passed; ended; exec >&- 2>&-; sleep 0.1",
      outcome: .passed),
    Case(
      testDescription: "closes its output too early", script: "exec >&- 2>&-; sleep 0.1", outcome: .crashed,
      message: "the process ended with exit code 0 before the test ended"),
    Case(
      testDescription: "leaves a child with its output behind",
      script: "started; passed; ended; sleep 60 & exit 0",
      outcome: .passed),
  ])
  func temper(_ test: Case) throws {
    let module = try report(test.script).module
    #expect(module.outcome == test.outcome)
    #expect(module.failures.first?.message.hasPrefix(test.message ?? "-") ?? (test.message == nil))
  }

  /// A test that ignores the polite signal, and its children, in its group and out of it.
  @Test func aTimeOutEndsEverythingThatWasStarted() throws {
    // On a busy machine the script may not have come far when its time is up: it gets more then.
    for milliseconds in [500, 5_000, 50_000] {
      let (module, stand) = try report(
        """
        trap '' TERM
        started
        sleep 600 & echo $! >> "$root/pids"
        setsid sleep 600 & echo $! >> "$root/pids"
        touch "$root/ready"
        while :; do sleep 1; done
        """, timeout: .milliseconds(milliseconds))
      guard FileManager.default.fileExists(atPath: stand.folder.path("ready")) else { continue }
      #expect(module.outcome == .timedOut)
      let limit = milliseconds == 500 ? "0.5" : "\(milliseconds / 1_000)"
      #expect(module.failures.map(\.message) == ["did not end within \(limit) seconds"])
      #expect(module.failures.map(\.testCase) == ["ATests.T/testIt"])
      let pids = try String(contentsOfFile: stand.folder.path("pids"), encoding: .utf8).split(separator: "\n")
      #expect(pids.count == 2)
      for pid in pids { #expect(ends(pid), "process \(pid) outlived its test") }
      return
    }
    Issue.record("the script never came to its end")
  }

  /// A process that was killed is gone as soon as the system gets round to it, not at once.
  private func ends(_ pid: Substring) -> Bool {
    for _ in 0..<1_000 {
      if !isRunning(pid) { return true }
      usleep(10_000)
    }
    return false
  }

  /// One that is dead and not reaped yet does not run.
  private func isRunning(_ pid: Substring) -> Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return !(stat.isEmpty || stat.contains(") Z "))
  }

  @Test func ofMuchOutputBeginningAndEndAreKept() throws {
    let module = try report(
      "started; echo first-words; head -c 8000000 /dev/zero | tr '\\0' x; echo; yes | head -c 3000000; passed; ended"
    ).module
    #expect(module.outcome == .passed)
    #expect(module.log.count < 2 << 20)
    let text = String(decoding: module.log, as: UTF8.self)
    #expect(text.contains("first-words"))
    #expect(text.contains("bytes omitted"))
    #expect(text.hasSuffix("Test Suite 'Selected tests' passed at now\n"))
  }

  @Test func aReportHasCasesTimesAndLog() throws {
    let module = try report("started; echo to-stderr >&2; passed; ended").module
    #expect(module.caseReports == [CaseReport(name: "ATests.T/testIt", outcome: .passed, seconds: 0.25)])
    #expect(String(decoding: module.log, as: UTF8.self).contains("to-stderr"))
    #expect(module.source == .run)
  }

  @Test func passingAtTheSecondTryIsFlaky() throws {
    let script = #"started; if mkdir "$root/been-here"; then exit 1; fi; passed; ended"#
    let flaky = try report(script, retries: 1).module
    #expect(flaky.outcome == .flaky && flaky.attempts == 2)
    let failed = try report(script).module
    #expect(failed.outcome == .crashed && failed.attempts == 1)
  }
}

/// Which test processes run beside which, and in what order.
@Suite struct ScheduleTests {
  /// Fails when another one runs at the same time.
  private static let lonely =
    #"started; mkdir "$root/busy" || exit 1; sleep 0.2; rmdir "$root/busy"; passed; ended"#

  private func order(_ events: [RunEvent]) -> [String] {
    events.compactMap { if case .moduleStarted(let id, _) = $0 { id.package.description } else { nil } }
  }

  @Test func theLongestStartFirst() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C", "D"])
    let plan = stand.plan(expectedSeconds: [stand.id("A"): 1, stand.id("B"): 3, stand.id("C"): 2])
    let observer = RecordingObserver()
    let report = try stand.run(plan, observer: observer)
    #expect(order(observer.events) == ["D", "B", "C", "A"])
    #expect(report.modules.map(\.id) == ["A", "B", "C", "D"].map(stand.id))
  }

  /// Two that wait for each other can only pass together.
  @Test func jobsRunSideBySide() throws {
    let meet =
      #"started; touch "$root/here-$name"; until [ -e "$root/here-A" ] && [ -e "$root/here-B" ]; do sleep 0.02; done"#
    let stand = try StandInSwift(packages: ["A", "B"], test: meet + "; passed; ended")
    let report = try stand.run(stand.plan(RunSettings(jobs: 2, limits: TestLimits(timeout: .seconds(60)))))
    #expect(report.outcome == .passed)
  }

  @Test func theExclusiveRunAloneAndLast() throws {
    let stand = try StandInSwift(packages: ["A", "B", "C"], test: Self.lonely)
    let alone = TestLimits(isExclusive: true)
    let observer = RecordingObserver()
    let settings = RunSettings(jobs: 3, ownLimits: [stand.id("A"): alone, stand.id("B"): alone])
    let report = try stand.run(stand.plan(settings), observer: observer)
    #expect(report.outcome == .passed)
    #expect(order(observer.events) == ["C", "A", "B"])
  }

  @Test func nothingMoreStartsAfterAFailure() throws {
    let stand = try StandInSwift(packages: ["A", "B"], test: #"started; test $name = B && passed; ended"#)
    let report = try stand.run(stand.plan(RunSettings(failFast: true)))
    #expect(report.modules.map(\.outcome) == [.crashed, .skipped])
    #expect(report.outcome == .failed)
  }

  @Test func aListThatCannotBeReadIsNoPass() throws {
    let stand = try StandInSwift(
      packages: ["A"], build: #"made A; printf '#!/bin/sh\nexit 0\n' > "$scratch/debug/APackageTests.xctest""#
    )
    let report = try stand.run(stand.plan())
    #expect(report.modules.map(\.outcome) == [.crashed])
    #expect(report.modules.first?.failures.first?.message.hasPrefix("its tests could not be listed") == true)
  }
}
