import Base
import Graph

/// Runs the cases of one test module with both libraries, as far as it uses them. It may run them again.
struct ModuleRunner<Place: TestPlace> {
  let tested: TestedModule
  let listing: TestListing
  let commands: SwiftCommands
  let place: Place
  /// The number of times that the module is run again while it does not pass.
  let retries: Int
  let control: RunControl
  let compiled: CompiledProducts

  private var module: ModuleID { tested.id }
  private var limits: TestLimits { commands.settings.limits(of: module) }

  private var compiledName: String { ModuleNames.compiled(module.name) }

  /// Returns the report, and the files that the processes asked for. The files are nil unless all processes were
  /// observed.
  func run() throws(Place.Trouble) -> (report: ModuleReport, files: ObservedFiles?) {
    let clock = ContinuousClock()
    let start = clock.now
    var number = 0
    var attempt = ModuleAttempt()
    var earlier: [CaseFailure] = []
    var quarantine = QuarantineAccount()
    repeat {
      number += 1
      earlier += attempt.verdict.failures
      control.observer.handle(.moduleStarted(module, attempt: number))
      profile?.clear()
      attempt = try attemptOnce(&quarantine)
    } while attempt.verdict.outcome != .passed && number <= retries
    let verdict = attempt.verdict
    let isFlaky = verdict.outcome == .passed && number > 1
    var report = ModuleReport(
      id: module, outcome: isFlaky ? .flaky : verdict.outcome,
      seconds: attempt.worker == nil ? (clock.now - start).inSeconds : attempt.spent.inSeconds,
      attempts: number, cases: verdict.counts(without: quarantine.failed),
      failures: isFlaky ? earlier : verdict.failures)
    report.log = attempt.log.finish()
    report.quarantined = quarantine.all
    report.caseReports = verdict.cases.values.sorted { $0.name < $1.name }
    report.worker = attempt.worker
    report.coverage = profile?.covered()
    report.sanitizers = commands.settings.build.sanitizers
    if report.outcome.isSuccess { lookForCasesNotRun(&report) }
    return (report, attempt.files)
  }

  /// Checks that all compiled cases of a module that passed have run.
  private func lookForCasesNotRun(_ report: inout ModuleReport) {
    if isFiltered {
      guard report.cases == CaseCounts(), report.quarantined.isEmpty else { return }
      (report.outcome, report.code) = (.skipped, .noCaseMatches)
      return
    }
    // A package's own main program chooses the cases that it runs.
    guard !tested.package.hasTestEntryPoint, let compiled = compiled.cases(of: tested, by: commands) else {
      return
    }
    let unlisted = compiled.unlisted(of: compiledName, among: listing.xctest[compiledName] ?? [])
    let hasRunSwiftTesting = report.caseReports.contains { $0.name.contains("(") }
    let isSilent = compiled.swiftTesting.contains(compiledName) && !hasRunSwiftTesting
    report.isSurelyEmpty = compiled.isSurelyEmpty(compiledName)
    guard !unlisted.isEmpty || isSilent else { return }
    (report.outcome, report.code) = (.failed, .noTestsRan)
    report.failures = [
      CaseFailure(
        testCase: compiledName, message: unlisted.isEmpty ? Self.silence : Self.account(of: unlisted))
    ]
  }

  private static func account(of unlisted: [String]) -> String {
    let others = unlisted.count > 1 ? " and \(unlisted.count - 1) more" : ""
    return """
      \(unlisted[0])\(others) did not run: SwiftPM's list of test cases lacks them
      SwiftPM makes the list from the build index; flags like -cache-compile-job disable the index.
      \(advice)
      """
  }

  private static var silence: String {
    "Swift Testing ran no test, though tests were compiled\n\(advice)"
  }

  private static var advice: String {
    "Ambit removed the build output: run again to rebuild. If the failure repeats, check the compiler flags."
  }

  /// nil unless coverage was asked for.
  private var profile: ExecutionProfile? {
    commands.settings.build.measuresCoverage
      ? ExecutionProfile(tested: tested, commands: commands, supervisor: control.supervisor) : nil
  }

  private func attemptOnce(_ quarantine: inout QuarantineAccount) throws(Place.Trouble) -> ModuleAttempt {
    var attempt = ModuleAttempt()
    if listing.isOwnProgram {
      attempt.verdict = verdict(of: try runOwnProgram(&attempt))
      return attempt
    }
    let xctest = listing.xctest[compiledName] ?? []
    let swiftTesting = listing.swiftTesting.map { $0[compiledName] ?? [] }
    let strays = listing.strays(testModules: testModuleNames)
    if !xctest.isEmpty {
      try judge(&attempt, &quarantine) { skipped, attempt throws(Place.Trouble) in
        try runXCTest(xctest, without: skipped, &attempt)
      }
    }
    if swiftTesting?.isEmpty != true || !strays.isEmpty {
      try judge(&attempt, &quarantine) { skipped, attempt throws(Place.Trouble) in
        try runSwiftTesting(swiftTesting, strays, without: skipped, &attempt)
      }
    }
    return attempt
  }

  /// The compiled names of all test modules of the product, affected or not. Their tests are not strays.
  private var testModuleNames: Set<String> { Set(tested.product.modules.map(ModuleNames.compiled)) }
}

// MARK: One library

extension ModuleRunner {
  /// Judges a package's own main program by its exit code, as `swift test` does.
  private func runOwnProgram(_ attempt: inout ModuleAttempt) throws(Place.Trouble) -> LibraryRun {
    let end = try execute(commands.runProgram(tested), events: nil, &attempt) { _, _ in }
    var results = CaseResults()
    if case .exited = end.status { results.hasEnded = true }
    return LibraryRun(ends: [LibraryProcessEnd(status: end.status, log: end.log, results: results)])
  }

  /// `skipped` holds full names.
  private func runXCTest(
    _ listed: Set<String>, without skipped: Set<String>, _ attempt: inout ModuleAttempt
  ) throws(Place.Trouble) -> LibraryRun {
    let listed = listed.filter { !skipped.contains("\(compiledName).\($0)") }
    var run = LibraryRun(required: fullNames(listed))
    guard !listed.isEmpty else { return run }
    let commands =
      isDirect
      ? commands.runXCTest(tested, tests: specifiers(of: listed, isWhole: skipped.isEmpty))
      : [commands.test(tested, .xctest).adding(SwiftCommands.skips(of: skipped))]
    for command in commands {
      var parser = XCTestOutput(
        module: compiledName, listed: listed, layout: self.commands.settings.layout)
      let end = try execute(command, events: nil, &attempt) { if $0 == .stdout { parser.append($1) } }
      parser.finish()
      run.ends.append(LibraryProcessEnd(status: end.status, log: end.log, results: parser.results))
    }
    return run
  }

  /// Returns whole classes, or single cases when only some of them are to run.
  private func specifiers(of listed: Set<String>, isWhole: Bool) -> [String] {
    let names = isFiltered || !isWhole ? Array(listed) : listed.map { String($0.prefix { $0 != "/" }) }
    return Set(names.map { "\(compiledName).\($0)" }).sorted()
  }

  /// `listed` is nil when all tests of the product are to run. `skipped` holds full names.
  private func runSwiftTesting(
    _ listed: Set<String>?, _ strays: [String], without skipped: Set<String>, _ attempt: inout ModuleAttempt
  ) throws(Place.Trouble) -> LibraryRun {
    let events = SwiftCommands.events(of: tested)
    var run = LibraryRun()
    for command in swiftTestingRuns(listed, strays, events) {
      let command = command.adding(SwiftCommands.skips(of: skipped))
      let end = try execute(command, events: events, &attempt) { _, _ in }
      let stream = EventStream(
        of: end.events, module: compiledName, others: testModuleNames.subtracting([compiledName]))
      // The product has no test, and none was listed for this module.
      let isNothing =
        stream.isEmpty && stream.results.hasEnded && end.status == SwiftCommands.nothingToTest
      if listed?.isEmpty ?? true, isNothing, skipped.isEmpty { continue }
      run.declared.formUnion(stream.declared)
      run.ends.append(LibraryProcessEnd(status: end.status, log: end.log, results: stream.results))
    }
    run.required = (listed.map(fullNames) ?? run.declared).subtracting(skipped)
    return run
  }

  private func fullNames(_ names: Set<String>) -> Set<String> { Set(names.map { "\(compiledName).\($0)" }) }

  private func swiftTestingRuns(_ listed: Set<String>?, _ strays: [String], _ events: String) -> [Command] {
    guard isDirect else {
      return [commands.test(tested, .swiftTesting(events: events), strays: strays)]
    }
    guard let listed else { return [commands.runSwiftTesting(tested, events: events)] }
    return isFiltered
      ? commands.runSwiftTesting(tested, events: events, only: listed)
      : [commands.runSwiftTesting(tested, events: events, strays: strays)]
  }

  /// The most bytes that are kept for the verdict. A backtrace of many threads has some hundred thousand.
  private static var keptOutput: Int { 1 << 20 }

  private var isDirect: Bool { !commands.settings.viaSwiftTest }
  private var isFiltered: Bool { commands.settings.filter != nil }

  private func execute(
    _ command: Command, events: String?, _ attempt: inout ModuleAttempt,
    _ read: (ProcessStream, [UInt8]) -> Void
  ) throws(Place.Trouble) -> (status: ProcessStatus, log: [UInt8], events: [UInt8]) {
    var log = CappedBuffer(limit: Self.keptOutput)
    var command = command
    if let profile { command.environment[ExecutionProfile.variable] = profile.pattern }
    let left = limits.timeout.map { max($0 - (attempt.spent - attempt.spentBefore), .zero) }
    let end = try place.run(command, events: events, timeout: left) { stream, bytes in
      read(stream, bytes)
      log.append(bytes)
      attempt.log.append(bytes)
      control.observer.handle(.testOutput(module, stream, bytes))
    }
    attempt.note(end)
    return (end.status, log.finish(), end.events)
  }

  /// Runs the cases of one library and judges them. When only cases in quarantine went wrong, the others run again without
  /// these, and both runs decide.
  private func judge(
    _ attempt: inout ModuleAttempt, _ quarantine: inout QuarantineAccount,
    _ run: (Set<String>, inout ModuleAttempt) throws(Place.Trouble) -> LibraryRun
  ) throws(Place.Trouble) {
    let first = try run([], &attempt)
    let said = verdict(of: first)
    let held = commands.settings.quarantine.held(among: first.names)
    let names = Set(held.keys)
    quarantine.add(held, in: said)
    var apart = said.apart(from: names, unexplained: first.unexplained, module: compiledName)
    if apart.needsAnotherRun, !SwiftCommands.canSkip(names) || first.hasEndedBadly(besides: names) {
      apart.verdict = said.alsoFailing(
        compiledName, "the other cases cannot run without the cases in quarantine")
    } else if apart.needsAnotherRun {
      attempt.spentBefore = attempt.spent
      let others = first.names.subtracting(names)
      var second = LibraryRun()
      // Without any other case the library has nothing to run.
      if !others.isEmpty { second = try run(names, &attempt) }
      second.required.formUnion(others)
      apart.verdict = apart.verdict.joined(with: verdict(of: second))
    }
    attempt.verdict = attempt.verdict.joined(with: apart.verdict)
  }

  /// Judges all pieces of a run together. The status is that of the piece that went worst.
  private func verdict(of run: LibraryRun) -> Verdict {
    let ends = run.ends
    let worst = ends.map(\.badness).max()
    guard var whole = ends.first(where: { $0.badness == worst }) else {
      return run.required.isEmpty
        ? .nothingToDo
        : .nothingToDo.alsoFailing(compiledName, "\(run.required.count) required cases did not run")
    }
    // The failure of another module's test explains the end of its own piece only.
    let isExplained = whole.results.hasForeignFailure
    whole.results = CaseResults()
    whole.results.hasEnded = true
    for end in ends { whole.results.add(end.results) }
    whole.results.hasForeignFailure = isExplained
    return Verdict(
      module: compiledName, listed: run.required, results: whole.results, status: whole.status,
      log: whole.log,
      timeout: limits.timeout)
  }
}

/// The result and the output of one attempt.
private struct ModuleAttempt {
  /// The most bytes of a module's output that the report keeps.
  private static let keptLog = 1 << 20

  var verdict = Verdict.nothingToDo
  var log = CappedBuffer(limit: ModuleAttempt.keptLog)
  /// The time for which its processes ran.
  var spent = Duration.zero
  /// The part of it that does not count for the limit, since the cases run again.
  var spentBefore = Duration.zero
  /// nil when a process was not observed.
  var files: ObservedFiles? = ObservedFiles()
  var worker: String?

  mutating func note(_ end: TestProcessEnd) {
    if let more = end.files { files?.add(more) } else { files = nil }
    worker = end.worker ?? worker
    spent += end.duration
  }
}
