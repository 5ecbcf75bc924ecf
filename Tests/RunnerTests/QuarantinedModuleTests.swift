import Base
import Graph
import TestSupport
import Testing

@testable import Runner

/// The verdict on a module with cases in quarantine.
@Suite struct QuarantinedModuleTests {
  private static func lines(_ patterns: String...) -> [QuarantineLine] {
    patterns.compactMap(CasePattern.init).map {
      QuarantineLine(cases: $0, owner: "@shop", reason: "flaky", until: "2027-01-01")
    }
  }

  private static let (old, new) = ("ShopTests.A/testFlaky", "ShopTests.S/flaky()")
  private static let (oldOther, newOther) = ("ShopTests.A/testOther", "ShopTests.S/other()")

  private func report(
    _ cases: [String: [ScheduledCases.Behaviour]], quarantine: [QuarantineLine], retries: Int = 0,
    _ change: (inout ScheduledCases) -> Void = { _ in }
  ) throws -> (report: ModuleReport, log: CaseLog) {
    var scheduled = ScheduledCases(cases: cases)
    change(&scheduled)
    return try scheduled.report(quarantine: quarantine, retries: retries)
  }

  @Test(arguments: [(old, oldOther), (new, newOther)])
  func aFailureInQuarantineDoesNotFailTheModule(flaky: String, other: String) throws {
    let held = Self.lines(flaky)
    let (report, log) = try report([flaky: [.fail], other: [.pass]], quarantine: held)
    #expect(report.outcome == .passed && report.isSuccess)
    #expect(report.failures.isEmpty)
    #expect(report.cases == CaseCounts(passed: 1))
    #expect(report.failedInQuarantine.map(\.name) == [flaky])
    #expect(report.quarantined.first?.line == held.first)
    #expect(report.quarantined.first?.failures.map(\.message) == ["wrong"])
    #expect(report.caseReports.first { $0.name == flaky }?.outcome == .failed)
    #expect(RecordedPass(report) == nil)
    #expect(log.processes == 2)
  }

  /// The code of failed cases may also come from a crash at the end of the process.
  @Test(arguments: [(old, oldOther), (new, newOther)])
  func anExitCodeThatHasAnotherCauseTooFailsTheModule(flaky: String, other: String) throws {
    let (report, log) = try report([flaky: [.fail], other: [.pass]], quarantine: Self.lines(flaky)) {
      $0.goodEnd = .exited(1)
    }
    #expect(report.outcome == .failed)
    #expect(log.processes == 2)
  }

  @Test(arguments: [(old, oldOther), (new, newOther)])
  func aPassInQuarantineIsNotRecordedEither(flaky: String, other: String) throws {
    let (held, _) = try report([flaky: [.pass], other: [.pass]], quarantine: Self.lines(flaky))
    #expect(held.outcome == .passed && held.failedInQuarantine.isEmpty)
    #expect(held.quarantined.map(\.outcome) == [.passed])
    #expect(RecordedPass(held) == nil)
    let (free, _) = try report([flaky: [.pass], other: [.pass]], quarantine: Self.lines("ShopTests.None/*"))
    #expect(free.quarantined.isEmpty)
    #expect(RecordedPass(free) != nil)
  }

  @Test(arguments: [(old, oldOther), (new, newOther)])
  func anotherFailureFailsTheModule(flaky: String, other: String) throws {
    let (report, _) = try report([flaky: [.fail], other: [.fail]], quarantine: Self.lines(flaky))
    #expect(report.outcome == .failed)
    #expect(report.failures.map(\.testCase) == [other])
    #expect(report.failedInQuarantine.map(\.name) == [flaky])
    #expect(report.cases == CaseCounts(failed: 1))
  }

  @Test(arguments: [(old, oldOther), (new, newOther)], [ScheduledCases.Behaviour.crash, .exit, .hang])
  func afterACrashTheOthersRunAgain(names: (String, String), end: ScheduledCases.Behaviour) throws {
    let (flaky, other) = names
    let held = Self.lines(flaky)
    let passing = try report([flaky: [end], other: [.pass]], quarantine: held)
    #expect(passing.report.outcome == .passed, "\(passing.report.failures)")
    #expect(passing.report.failedInQuarantine.map(\.name) == [flaky])
    #expect(passing.log.processes == 2)
    #expect(passing.log.entries.last?.name == other)
    #expect(RecordedPass(passing.report) == nil)
    let failing = try report([flaky: [end], other: [.fail]], quarantine: held)
    #expect(failing.report.outcome == .failed)
    #expect(failing.report.failures.map(\.testCase) == [other])
    let crashing = try report([flaky: [end], other: [.crash]], quarantine: held)
    #expect(crashing.report.outcome == .crashed)
    #expect(crashing.report.failures.map(\.testCase) == [other])
  }

  @Test func aFailureBeforeTheCrashStays() throws {
    // Cases run in the order of their names, and the second run would hide what failed in the first.
    let (report, _) = try report(
      ["ShopTests.A/testA": [.fail, .pass], "ShopTests.A/testB": [.crash], "ShopTests.A/testC": [.pass]],
      quarantine: Self.lines("ShopTests.A/testB"))
    #expect(report.outcome == .failed)
    #expect(report.failures.map(\.testCase) == ["ShopTests.A/testA"])
    #expect(report.cases == CaseCounts(passed: 1, failed: 1))
  }

  @Test func aCrashElsewhereFailsTheModule() throws {
    let (report, log) = try report(
      [Self.old: [.fail], Self.oldOther: [.crash, .pass]], quarantine: Self.lines(Self.old))
    #expect(report.outcome == .crashed)
    #expect(report.failures.map(\.testCase) == [Self.oldOther])
    #expect(log.processes == 1)
  }

  @Test func aCrashThatMayBeOfSeveralCasesFailsTheModule() throws {
    let (report, _) = try report(
      [Self.new: [.crash, .pass], Self.newOther: [.pass]], quarantine: Self.lines(Self.new)
    ) { $0.isParallel = true }
    #expect(report.outcome == .crashed)
    #expect(report.failures.map(\.testCase) == ["ShopTests"])
  }

  @Test func aModuleOfWhichAllIsInQuarantine() throws {
    for end in ScheduledCases.Behaviour.allCases where end != .leaveIssue {
      let (report, log) = try report(
        [Self.old: [end], Self.new: [end]], quarantine: Self.lines("ShopTests.*"))
      #expect(report.outcome == .passed, "\(end)")
      #expect(report.failedInQuarantine.count == (end == .pass ? 0 : 2))
      // There is nothing that could run without them.
      #expect(log.processes == 2)
    }
  }

  @Test(arguments: [
    ProcessStatus.exited(66), .exited(2), .signalled(11),
  ]) func anExitCodeThatNoFailedCaseGivesFailsTheModule(status: ProcessStatus) throws {
    for name in [Self.old, Self.new] {
      let (report, _) = try report([name: [.fail]], quarantine: Self.lines(name)) { $0.badEnd = status }
      #expect(report.outcome == .failed)
      #expect(report.failures.map(\.testCase) == [name, "ShopTests"])
    }
  }

  @Test func anIssueOutsideOfEveryTestFailsTheModule() throws {
    let (report, _) = try report(
      [Self.new: [.leaveIssue], "ShopTests.S/zz()": [.fail]], quarantine: Self.lines("ShopTests.*", "*.*"))
    #expect(report.outcome == .failed)
    #expect(report.failures.map(\.testCase) == ["ShopTests"])
  }

  @Test func aRetryIsForOtherCases() throws {
    let held = Self.lines(Self.old)
    let once = try report([Self.old: [.fail], Self.oldOther: [.pass]], quarantine: held, retries: 2)
    #expect(once.report.outcome == .passed && once.report.attempts == 1)
    let twice = try report(
      [Self.old: [.fail, .pass], Self.oldOther: [.fail, .pass]], quarantine: held, retries: 2)
    #expect(twice.report.outcome == .flaky && twice.report.attempts == 2)
    #expect(twice.report.flakyCases.map(\.testCase) == [Self.oldOther])
    #expect(twice.report.failedInQuarantine.map(\.name) == [Self.old])
  }

  @Test func aFilterForACaseInQuarantineMatchesIt() throws {
    let scheduled = ScheduledCases(cases: [Self.new: [.fail], Self.newOther: [.pass]])
    let (report, log) = try scheduled.report(quarantine: Self.lines(Self.new), filter: "flaky")
    #expect(report.outcome == .passed && report.code == nil)
    #expect(log.entries.map(\.name) == [Self.new])
  }
}

/// The quarantine hides no failure of any other case, whatever fails, crashes and ends.
@Suite struct QuarantineScheduleTests {
  private struct Scene {
    var cases: ScheduledCases
    var lines: [QuarantineLine]
    var base: Quarantine.Base
    var today: String
  }

  private static let names = [
    "ShopTests.A/testA", "ShopTests.A/testB", "ShopTests.B/testC", "ShopTests.S/a()", "ShopTests.S/b(_:)",
    "ShopTests.top()",
  ]

  private static let patterns =
    names + ["ShopTests.A/*", "ShopTests.*", "*.S/*", "ShopTests.*b*", "OtherTests.*", "ShopTests.A"]

  private static func scene(_ random: inout SeededGenerator) -> Scene {
    func line(_ random: inout SeededGenerator) -> QuarantineLine? {
      patterns.randomElement(using: &random).flatMap(CasePattern.init).map {
        QuarantineLine(
          cases: $0, owner: "o", reason: "r", until: "2027-01-0\(Int.random(in: 1...9, using: &random))")
      }
    }
    let lines = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in line(&random) }
    var known = lines.filter { _ in Bool.random(using: &random) }
    for index in known.indices where Bool.random(using: &random) {
      known[index].until = "2027-01-0\(Int.random(in: 1...9, using: &random))"
    }
    known += [line(&random)].compactMap(\.self)
    let bases: [Quarantine.Base] = [.absent, .absent, .unreadable, .lines(known), .lines(known)]
    var cases = ScheduledCases(cases: [:])
    for name in names where Int.random(in: 0..<3, using: &random) > 0 {
      cases.cases[name] = (0..<3).map { _ in
        Bool.random(using: &random)
          ? .pass : ScheduledCases.Behaviour.allCases.randomElement(using: &random) ?? .pass
      }
    }
    cases.isParallel = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<8, using: &random) == 0 { cases.badEnd = .exited(66) }
    if Int.random(in: 0..<8, using: &random) == 0 { cases.goodEnd = .exited(3) }
    return Scene(
      cases: cases, lines: lines, base: bases.randomElement(using: &random) ?? .absent,
      today: "2027-01-0\(Int.random(in: 1...9, using: &random))")
  }

  /// An oracle of its own: is this case put aside on this day?
  private static func isHeld(_ name: String, _ scene: Scene) -> Bool {
    func matches(_ pattern: String) -> Bool {
      let regex = pattern.split(separator: "*", omittingEmptySubsequences: false)
        .map { ModuleNames.escapedForRegex(String($0)) }.joined(separator: ".*")
      return (try? Regex("^\(regex)$")).map { name.contains($0) } ?? false
    }
    return scene.lines.contains { line in
      guard matches(line.cases.text), scene.today <= line.until else { return false }
      return switch scene.base {
      case .absent: true
      case .unreadable: false
      case .lines(let known): known.contains { $0.cases.text == line.cases.text && scene.today <= $0.until }
      }
    }
  }

  @Test(arguments: 0..<40) func noScheduleHidesAFailure(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var seen: Set<ModuleReport.Outcome> = []
    for _ in 0..<50 {
      let scene = Self.scene(&random)
      guard !scene.cases.cases.isEmpty else { continue }
      let quarantine = Quarantine(scene.lines, base: scene.base, today: scene.today)
      let (report, log) = try scene.cases.report(quarantine: quarantine.counting)
      seen.insert(report.outcome)
      let hasFailure = log.entries.contains { entry in
        switch entry.behaviour {
        case .pass: false
        // An issue without a test fails the module, whatever leaves it. XCTest has none.
        case .leaveIssue: entry.name.contains("(")
        default: !Self.isHeld(entry.name, scene)
        }
      }
      #expect(!(hasFailure && report.isSuccess), "\(scene)")
      let hasHeld = scene.cases.cases.keys.contains { Self.isHeld($0, scene) }
      if hasHeld { #expect(RecordedPass(report) == nil, "\(scene)") }
      #expect(report.quarantined.allSatisfy { Self.isHeld($0.name, scene) }, "\(scene)")
      // In a run that passes, each other case has passed in the end.
      if report.isSuccess {
        let passed = Set(report.caseReports.filter { $0.outcome == .passed }.map(\.name))
        #expect(
          scene.cases.cases.keys.allSatisfy { Self.isHeld($0, scene) || passed.contains($0) }, "\(scene)")
      }
      let failed = log.entries.filter { $0.behaviour == .fail && Self.isHeld($0.name, scene) }
      let told = Set(report.failedInQuarantine.map(\.name))
      #expect(failed.allSatisfy { told.contains($0.name) }, "\(scene)")
      // Plain failures in quarantine alone fail nothing.
      if log.entries.allSatisfy({
        $0.behaviour == .pass || $0.behaviour == .fail && Self.isHeld($0.name, scene)
      }),
        scene.cases.badEnd == .exited(1), scene.cases.goodEnd == .exited(0)
      {
        #expect(report.outcome == .passed, "\(scene)")
      }
    }
    #expect(seen.contains(.passed) && seen.contains(.failed) && seen.contains(.crashed))
  }

  /// Days of one workspace: contents change, cases fail and pass, lines come and end, and passes are recorded.
  @Test(arguments: 100..<130 as Range<UInt64>) func noDayHidesAFailure(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scene = Self.scene(&random)
    var content = 0
    /// The contents with a recorded pass.
    var recorded: Set<Int> = []
    for day in 1...9 {
      scene.today = "2027-01-0\(day)"
      if Int.random(in: 0..<3, using: &random) == 0 { content += 1 }
      // A line that the change adds is in the base of later days.
      if case .lines(let known) = scene.base { scene.base = .lines(known + scene.lines) }
      if Int.random(in: 0..<4, using: &random) == 0 { scene.lines = Self.scene(&random).lines }
      scene.cases = ScheduledCases(
        cases: Dictionary(
          uniqueKeysWithValues: Self.names.map { name in
            (name, [Int.random(in: 0..<8, using: &random) == 0 ? .fail : ScheduledCases.Behaviour.pass])
          }))
      guard !recorded.contains(content) else { continue }
      let quarantine = Quarantine(scene.lines, base: scene.base, today: scene.today)
      let (report, log) = try scene.cases.report(quarantine: quarantine.counting)
      let failed = log.entries.filter { $0.behaviour == .fail }
      #expect(report.isSuccess == failed.allSatisfy { Self.isHeld($0.name, scene) }, "\(scene)")
      if RecordedPass(report) != nil {
        recorded.insert(content)
        #expect(failed.isEmpty && !Self.names.contains { Self.isHeld($0, scene) }, "\(scene)")
      }
    }
  }
}
